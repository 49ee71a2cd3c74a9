import type pg from 'pg';
import { coalesce } from '#server/lib/coalesce.ts';
import { withTimeout } from '#server/lib/with-timeout.ts';

/**
 * Channels of PostgreSQL's NOTIFY, used by triggers: changes of public rows (migrations 0006, 0041 and 0062), of
 * settings (0004) and of the catalogue (0026 and 0043), and deals that are due to be settled (0044).
 */
const CHANNELS = ['public_data', 'settings', 'catalogue', 'deals'] as const;
export type Channel = (typeof CHANNELS)[number];

/** How long `sync` waits before it resolves with false. */
const SYNC_TIMEOUT_MS = 250;

/**
 * Called with each payload of a channel, in commit order. Called without a payload when
 * notifications may have been lost.
 */
type EventListener = (payload?: string) => void;

/** Notifications of the database, on the connection of its health monitor. */
export interface DatabaseEvents {
	/** @returns a function that unsubscribes the listener */
	subscribe: (channel: Channel, listener: EventListener) => () => void;
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
		subscribe(channel, listener) {
			listeners[channel].add(listener);
			return () => void listeners[channel].delete(listener);
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
