import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { onRealtimeConnection, onRealtimeEvent } from '#web/lib/realtime/realtime.ts';

/** Pause after each refetch, before the next may start. */
const REFETCH_PAUSE_MS = 500;

/**
 * Refetches the queries whose keys begin with `key` when a chat has changed, and on every connection. All events that
 * arrive during a refetch, or the pause after it, cause one more refetch together.
 * @param key compared by its JSON text, so that it need not be memoised; undefined to refetch nothing, for
 * example because the server has refused the query permanently
 */
export function useRefetchOnChatChange(key: QueryKey | undefined): void {
	const client = useQueryClient();
	const keyText = key && JSON.stringify(key);

	useEffect(() => {
		if (!keyText) return;
		const queryKey = JSON.parse(keyText);
		let isRefetching = false;
		let isOutdated = false;
		let isStopped = false;
		const unsubscribeEvent = onRealtimeEvent(REALTIME_EVENTS.chatChanged, () => void refetch());
		const unsubscribeConnection = onRealtimeConnection(() => void refetch());
		return () => {
			isStopped = true;
			unsubscribeEvent();
			unsubscribeConnection();
		};

		async function refetch() {
			isOutdated = true;
			if (isRefetching) return;
			isRefetching = true;
			while (isOutdated && !isStopped) {
				isOutdated = false;
				await client.invalidateQueries({ queryKey });
				await new Promise((resolve) => setTimeout(resolve, REFETCH_PAUSE_MS));
			}
			isRefetching = false;
		}
	}, [client, keyText]);
}
