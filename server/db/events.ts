import type pg from 'pg';
import { CHANNELS, type Channel, EFFECTS, type Effect } from './row-changes.ts';

/**
 * Called with each payload of a channel, in commit order. Called without a payload when
 * notifications may have been lost.
 */
type EventListener = (payload?: string) => void;

/** Notifications of the database, on the connection of its health monitor. */
export interface DatabaseEvents {
	/**
	 * Listens on the channel of an effect.
	 * @returns a function that unsubscribes the listener
	 */
	subscribe: (effect: Effect, listener: EventListener) => () => void;
	/** Starts to listen on a connection; the health monitor calls it for each new one. */
	listen: (client: pg.Client) => Promise<void>;
}

export function createDatabaseEvents(): DatabaseEvents {
	const listeners: Record<Channel, Set<EventListener>> = {
		public_data: new Set(),
		settings: new Set(),
		catalogue: new Set(),
		deals: new Set(),
	};

	function notify(channel: Channel, payload?: string): void {
		for (const listener of listeners[channel]) listener(payload);
	}

	return {
		subscribe(effect, listener) {
			const onChannel = listeners[EFFECTS[effect]];
			onChannel.add(listener);
			return () => void onChannel.delete(listener);
		},
		async listen(client) {
			client.on('notification', ({ channel, payload = '' }) => notify(channel as Channel, payload));
			await client.query(CHANNELS.map((channel) => `listen ${channel}`).join('; '));
			for (const channel of CHANNELS) notify(channel);
		},
	};
}
