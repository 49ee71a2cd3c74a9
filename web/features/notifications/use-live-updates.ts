import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
	currentRealtimeStatus,
	onRealtimeConnection,
	onRealtimeEvent,
} from '#web/lib/realtime/realtime.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { refreshNotifications } from './list-queries.ts';

/** The first event triggers a refetch at once; all events within this time share the next one. */
const BATCH_MS = 200;

/** Keeps notifications and counts up to date while the user is signed in. */
export function useLiveUpdates(): void {
	const client = useQueryClient();

	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let hasMore = false;
		const stops = [whenIdle(start)];
		return () => {
			clearTimeout(timer);
			for (const stop of stops) stop();
		};

		function start() {
			stops.push(onRealtimeEvent('notices-changed', refresh), onRealtimeConnection(refresh));
			// If another part of the page has connected earlier, events since then were missed here.
			if (currentRealtimeStatus().state === 'connected') refresh();
		}

		function refresh() {
			hasMore = timer !== undefined;
			if (hasMore) return;
			refreshNotifications(client).catch(() => undefined);
			// A new notification may be about a decision on a report, or about new items of a saved search.
			for (const subject of ['reports', 'searches'] as const)
				if (client.isMutating({ mutationKey: [subject] }) === 0)
					void client.invalidateQueries({ queryKey: [subject] });
			timer = setTimeout(() => {
				timer = undefined;
				if (hasMore) refresh();
			}, BATCH_MS);
		}
	}, [client]);
}
