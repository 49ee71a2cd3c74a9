import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { onRealtimeConnection, onRealtimeEvent } from '#web/lib/realtime/realtime.ts';
import { searchesQuery } from './queries.ts';

/**
 * Loads the saved searches again after a change of the notifications, which may be an alert of new items, and on every
 * connection: changes before it were missed.
 */
export function useSearchUpdates(): void {
	const client = useQueryClient();

	useEffect(() => {
		const { queryKey } = searchesQuery();
		// The load after a change of the user's own would be outdated while another one is running (queries.ts).
		const reload = () =>
			client.isMutating({ mutationKey: queryKey }) === 0 &&
			void client.invalidateQueries({ queryKey });
		const stopListening = onRealtimeEvent(REALTIME_EVENTS.notificationsChanged, reload);
		const stopConnection = onRealtimeConnection(reload);
		return () => {
			stopListening();
			stopConnection();
		};
	}, [client]);
}
