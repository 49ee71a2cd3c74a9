import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { useSession } from '#web/lib/session/session.ts';
import { recordSeen } from './queries.ts';

/** Stores in this browser that an item was opened, except the user's own items and banned ones. */
export function useRecordSeen(item: ItemDetails): void {
	const client = useQueryClient();
	const { userId } = useSession();
	const shouldRecord =
		item.userId !== userId && item.status !== 'banned' && item.status !== 'removed';

	useEffect(() => {
		const controller = new AbortController();
		if (shouldRecord) recordSeen(client, item, controller.signal).catch(() => undefined);
		return () => controller.abort();
	}, [client, item, shouldRecord]);
}
