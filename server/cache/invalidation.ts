import type { DatabaseEvents } from '#server/db/events.ts';

/**
 * The tables behind public responses: items with their photos and sellers, wanted posts with their
 * askers, published feedback, or the catalogue. A change of the catalogue clears all cached
 * responses.
 */
export type CacheSource = 'items' | 'wanted' | 'feedback' | 'catalogue';

/** A committed change. `ids` are the changed items; without it any row of the source may have changed. */
export interface InvalidationEvent {
	source: CacheSource;
	ids?: readonly number[];
}

/**
 * Reports committed changes of public rows by any instance or SQL client; database triggers send them (migrations 0006,
 * 0026, 0041, 0043 and 0062).
 */
export interface Invalidation {
	/**
	 * Calls `listener` after every commit that changed public rows; without an event when notifications may have been
	 * lost.
	 */
	on: (listener: (event?: InvalidationEvent) => void) => void;
	/** False while the connection is broken. */
	isListening: () => boolean;
	/**
	 * True when other instances write too. They don't wait for this instance, so a reader that needs every commit calls
	 * `sync` first.
	 */
	isShared: boolean;
	/** Resolves with true once the invalidations of all earlier commits have arrived; with false when that takes too long. */
	sync: () => Promise<boolean>;
}

interface Options {
	events: DatabaseEvents;
	isShared: boolean;
}

export function createInvalidation({ events, isShared }: Options): Invalidation {
	const listeners: ((event?: InvalidationEvent) => void)[] = [];
	events.subscribe('public_data', (payload) => {
		const event = parseEvent(payload);
		for (const listener of listeners) listener(event);
	});
	return {
		on: (listener) => void listeners.push(listener),
		isListening: events.isListening,
		isShared,
		sync: events.sync,
	};
}

/** Parses `feedback`, `wanted`, `items` or `items 12,15`. Undefined without a payload, or for an unknown source. */
function parseEvent(payload = ''): InvalidationEvent | undefined {
	const [source, ids] = payload.split(' ');
	if (source !== 'items' && source !== 'wanted' && source !== 'feedback') return undefined;
	return ids ? { source, ids: ids.split(',').map(Number) } : { source };
}
