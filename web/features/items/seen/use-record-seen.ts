import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { useSession } from '#web/lib/session/session.ts';
import { recordSeen } from './queries.ts';

/** Remembers in this browser that an item was opened; not one's own, and none that others cannot see. */
export function useRecordSeen(item: ItemDetails): void {
	const client = useQueryClient();
	const { userId } = useSession();
	const isRecorded = item.userId !== userId && item.status !== 'banned';

	useEffect(() => {
		const controller = new AbortController();
		if (isRecorded) recordSeen(client, item, controller.signal).catch(() => undefined);
		return () => controller.abort();
	}, [client, item, isRecorded]);
}
