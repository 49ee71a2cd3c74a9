import type { FastifyBaseLogger } from 'fastify';
import { openListener } from '#server/db/listener.ts';

/** The tables behind public responses: items with their photos and sellers, or published feedback. */
export type CacheSource = 'items' | 'feedback';

/** A committed change. `ids` are the changed items; without it any row of the source may have changed. */
export interface InvalidationEvent {
	source: CacheSource;
	ids?: readonly number[];
}

/**
 * Reports committed changes of public rows by any instance or SQL client; database triggers send them (migration 0006).
 */
export interface Invalidation {
	/** Calls `listener` after every commit; without an event when notifications may have been lost. */
	on: (listener: (event?: InvalidationEvent) => void) => void;
	/** False while the connection is broken or the replica has not replayed a change yet. */
	isListening: () => boolean;
	/**
	 * True when other instances write too. They don't wait for this instance, so a reader that needs every commit calls
	 * `sync` first.
	 */
	isShared: boolean;
	/** Resolves with true once every earlier commit has been received; with false when that takes too long. */
	sync: () => Promise<boolean>;
	close: () => Promise<void>;
}

interface Options {
	/** A direct connection to the primary: a pooler does not forward notifications. */
	databaseUrl: string;
	isShared: boolean;
	log: FastifyBaseLogger;
	/** Resolves when the replica has replayed the changes received so far; set when a replica serves reads. */
	awaitReplica?: (() => Promise<void>) | undefined;
}

/**
 * Listens for changes until it is closed.
 * @throws Error with a one-line message when LISTEN fails
 */
export async function openInvalidation(options: Options): Promise<Invalidation> {
	const { databaseUrl, isShared, log, awaitReplica } = options;
	const listeners: ((event?: InvalidationEvent) => void)[] = [];
	let isListening = false;
	let pendingReplicas = 0;
	const notify = (event?: InvalidationEvent) => {
		for (const listener of listeners) listener(event);
	};
	async function notifyTwice(event: InvalidationEvent | undefined): Promise<void> {
		notify(event);
		if (!awaitReplica) return;
		pendingReplicas += 1;
		await awaitReplica().catch(() => undefined);
		pendingReplicas -= 1;
		notify(event);
	}
	const { sync, close } = await openListener({
		url: databaseUrl,
		channel: 'public_data',
		onNotification: (payload) => void notifyTwice(parseEvent(payload)),
		onConnectionLost() {
			isListening = false;
			notify();
		},
		async refresh() {
			if (isListening) return;
			isListening = true;
			notify();
		},
		log,
	});
	return {
		on: (listener) => void listeners.push(listener),
		isListening: () => isListening && pendingReplicas === 0,
		isShared,
		sync,
		close,
	};
}

/** Parses `feedback`, `items` or `items 12,15`; undefined for a payload of a newer migration. */
function parseEvent(payload: string): InvalidationEvent | undefined {
	const [source, ids] = payload.split(' ');
	if (source !== 'items' && source !== 'feedback') return undefined;
	return ids ? { source, ids: ids.split(',').map(Number) } : { source };
}
