import type pg from 'pg';
import { coalesce, withTimeout } from '#server/lib/promises.ts';
import { CHANNELS, type Channel, EFFECTS, type Effect } from './row-changes.ts';

/** How long `sync` waits before it resolves with false. */
const SYNC_TIMEOUT_MS = 250;

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
	/** False while the connection is broken. */
	isListening: () => boolean;
	/** Resolves with true once the notifications of all earlier commits have arrived; with false when that takes too long. */
	sync: () => Promise<boolean>;
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
	let connection: pg.Client | undefined;

	function notify(channel: Channel, payload?: string): void {
		for (const listener of listeners[channel]) listener(payload);
	}

	return {
		subscribe(effect, listener) {
			const onChannel = listeners[EFFECTS[effect]];
			onChannel.add(listener);
			return () => void onChannel.delete(listener);
		},
		isListening: () => connection !== undefined,
		sync: coalesce(async () => connection !== undefined && isAnsweredInTime(connection)),
		async listen(client) {
			client.on('notification', ({ channel, payload = '' }) => notify(channel as Channel, payload));
			client.once('end', () => {
				if (connection === client) connection = undefined;
			});
			await client.query(CHANNELS.map((channel) => `listen ${channel}`).join('; '));
			connection = client;
			for (const channel of CHANNELS) notify(channel);
		},
	};
}

/**
 * PostgreSQL sends the notifications of earlier commits before the answer to this query. A server
 * process wakes the listening processes before it confirms a commit, and these send pending
 * notifications before they answer a query.
 */
function isAnsweredInTime(client: pg.Client): Promise<boolean> {
	const answer = client.query('select 1').then(
		() => true,
		() => false,
	);
	return withTimeout(answer, SYNC_TIMEOUT_MS, false);
}
