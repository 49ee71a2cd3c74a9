import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { onRealtimeConnection, onRealtimeEvent } from '#web/lib/realtime/realtime.ts';

/**
 * Refetches deals when one of the item has changed, and all on every connection: changes before it were missed.
 * @param itemId undefined for the deals of all items
 */
export function useDealUpdates(itemId?: number): void {
	const client = useQueryClient();

	useEffect(() => {
		const refetch = () => void client.invalidateQueries({ queryKey: ['deals'] });
		const stopListening = onRealtimeEvent(REALTIME_EVENTS.dealChanged, (changed) => {
			if (itemId === undefined || changed.itemId === itemId) refetch();
		});
		// What others do with the item, such as a reservation, changes what can be done with it here.
		const stopItem = onRealtimeEvent(REALTIME_EVENTS.itemChanged, (changed) => {
			if (itemId === undefined || changed.itemId === itemId) refetch();
		});
		const stopConnection = onRealtimeConnection(refetch);
		return () => {
			stopListening();
			stopItem();
			stopConnection();
		};
	}, [client, itemId]);
}
