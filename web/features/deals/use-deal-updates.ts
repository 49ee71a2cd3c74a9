import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { onRealtimeConnection, onRealtimeEvent } from '#web/lib/realtime/realtime.ts';

/**
 * Refetches the deals on screen when the item or one of its deals has changed. Also refetches them on every new
 * connection, because events may have been missed before.
 * @param itemId undefined for the deals of all items
 */
export function useDealUpdates(itemId?: number): void {
	const client = useQueryClient();

	useEffect(() => {
		const refetch = () => void client.invalidateQueries({ queryKey: ['deals'] });
		const stopDealEvents = onRealtimeEvent(REALTIME_EVENTS.dealChanged, (changed) => {
			if (itemId === undefined || changed.itemId === itemId) refetch();
		});
		// A step of another buyer, such as a reservation, changes the actions that are possible in this deal.
		const stopItemEvents = onRealtimeEvent(REALTIME_EVENTS.itemChanged, (changed) => {
			if (itemId === undefined || changed.itemId === itemId) refetch();
		});
		const stopConnection = onRealtimeConnection(refetch);
		return () => {
			stopDealEvents();
			stopItemEvents();
			stopConnection();
		};
	}, [client, itemId]);
}
