import { LRUCache } from 'lru-cache';

/** The count of a key in its current window. */
export interface Count {
	count: number;
	/** Seconds until the window ends. */
	waitSeconds: number;
}

/** Counts per key in fixed windows; a window starts with the key's first count. */
export interface Counter {
	/** @param seconds window length if this call starts one; defaults to the counter's */
	add: (key: string, seconds?: number) => Promise<Count>;
	/** Takes back one count of the key. */
	refund: (key: string) => Promise<void>;
	/** Sets the count of the key to zero. */
	reset: (key: string) => Promise<void>;
}

/**
 * Opens a counter. Every rate limit uses one; instances of a cluster share the counts.
 * @param name unique; instances share the counts of one name
 * @param seconds window length
 */
export type OpenCounter = (name: string, seconds: number) => Counter;

/**
 * Memory limit: clients can cause any number of keys, for example with email addresses that have no account. Beyond the
 * limit, the least recently counted keys are evicted.
 */
export const MAX_COUNTER_BYTES = 16 * 1024 ** 2;
/** Memory of an entry besides its key. */
const BYTES_PER_COUNT = 200;

/** Opens a counter of this process alone. Its windows are measured by a monotonic clock. */
export function openLocalCounter(_name: string, seconds: number): Counter {
	const counts = new LRUCache<string, { count: number; until: number }>({
		maxSize: MAX_COUNTER_BYTES,
		sizeCalculation: (_count, key) => key.length + BYTES_PER_COUNT,
	});

	/** Removes one expired entry per call, so that expired entries don't accumulate and need no timer. */
	function evictOldestIfExpired(now: number): void {
		const [oldest = ''] = counts.rkeys();
		const entry = counts.peek(oldest);
		if (entry && entry.until <= now) counts.delete(oldest);
	}

	return {
		async add(key, keySeconds = seconds) {
			const now = performance.now();
			evictOldestIfExpired(now);
			let entry = counts.get(key);
			if (!entry || entry.until <= now) {
				entry = { count: 0, until: now + keySeconds * 1000 };
				counts.set(key, entry);
			}
			entry.count += 1;
			return { count: entry.count, waitSeconds: Math.ceil((entry.until - now) / 1000) };
		},
		async refund(key) {
			const entry = counts.peek(key);
			if (entry) entry.count -= 1;
		},
		async reset(key) {
			counts.delete(key);
		},
	};
}
