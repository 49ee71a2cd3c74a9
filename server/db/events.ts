import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { coalesce, withTimeout } from '#server/lib/promises.ts';
import { reasonOf } from './errors.ts';
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

/** How old the rows can get when a notification is lost. */
const REFRESH_INTERVAL_MS = 15_000;
/** How long `refreshNow` waits. */
const REFRESH_TIMEOUT_MS = 1000;

/** Rows that this instance has in memory, so that requests need no database query. */
export interface InMemoryCopy<Value> {
	/** The rows as last read: the same object until they change. */
	current: () => Value;
	/** Calls back after every change. */
	onChange: (listener: (latest: Value) => void) => void;
	/** Reads the rows again. Resolves after a second at the latest: without an answer by then, the last rows stay in use. */
	refreshNow: () => Promise<void>;
	close: () => void;
}

interface Options<Value> {
	load: () => Promise<Value>;
	/** The name of this read in `row-changes.ts`. The database reports every change of the rows on its channel. */
	effect: Effect;
	events: DatabaseEvents;
	log: FastifyBaseLogger;
	/** Names the rows in log lines, such as 'the catalogue'. */
	name: string;
	/** Interval of the reads that happen without a notification. */
	refreshIntervalMs?: number | undefined;
}

/**
 * Reads rows, and reads them again on a notification from the database and at an interval. While the database is down, the
 * last rows read are used.
 * @throws Error when the rows cannot be read at the start
 */
export async function openInMemoryCopy<Value>({
	load,
	effect,
	events,
	log,
	name,
	refreshIntervalMs = REFRESH_INTERVAL_MS,
}: Options<Value>): Promise<InMemoryCopy<Value>> {
	const listeners: ((latest: Value) => void)[] = [];
	let latest: Value | undefined;
	const refresh = coalesce(async () => {
		const loaded = await load();
		if (isDeepStrictEqual(latest, loaded)) return;
		latest = loaded;
		for (const listener of listeners) listener(loaded);
	});
	const tryRefresh = () =>
		refresh().catch((error: unknown) =>
			log.warn({ reason: reasonOf(error) }, `${name} could not be read`),
		);
	// Subscribed before the first read, so that a change that commits during that read causes another read.
	const unsubscribe = events.subscribe(effect, () => void tryRefresh());
	await refresh();
	const timer = setInterval(() => void tryRefresh(), refreshIntervalMs);
	return {
		current() {
			if (latest === undefined) throw new Error(`${name} is used before it is read.`);
			return latest;
		},
		onChange: (listener) => void listeners.push(listener),
		refreshNow: () => withTimeout(tryRefresh(), REFRESH_TIMEOUT_MS, undefined),
		close() {
			unsubscribe();
			clearInterval(timer);
		},
	};
}
