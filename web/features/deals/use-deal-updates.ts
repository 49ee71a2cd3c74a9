import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import {
	currentRealtimeStatus,
	onRealtimeEvent,
	watchRealtimeStatus,
} from '#web/lib/realtime/realtime.ts';

/**
 * Refetches deals when one of the item has changed, and all on every connection: changes before it were missed.
 * @param itemId undefined for the deals of all items
 */
export function useDealUpdates(itemId?: number): void {
	const client = useQueryClient();

	useEffect(() => {
		let connection = connectionNumber();
		const refetch = () => void client.invalidateQueries({ queryKey: ['deals'] });
		const stopListening = onRealtimeEvent(REALTIME_EVENTS.dealChanged, (changed) => {
			if (itemId === undefined || changed.itemId === itemId) refetch();
		});
		// What others do with the item, such as a reservation, changes what can be done with it here.
		const stopItem = onRealtimeEvent(REALTIME_EVENTS.itemChanged, (changed) => {
			if (changed.itemId === itemId) refetch();
		});
		const stopWatching = watchRealtimeStatus(() => {
			const current = connectionNumber();
			if (current === undefined || current === connection) return;
			connection = current;
			refetch();
		});
		return () => {
			stopListening();
			stopItem();
			stopWatching();
		};
	}, [client, itemId]);
}

/** Counts the connections of this page; undefined without one. */
function connectionNumber(): number | undefined {
	const status = currentRealtimeStatus();
	return status.state === 'connected' ? status.connection : undefined;
}
