import { LRUCache } from 'lru-cache';
import type { Counter } from './counter.ts';

/** Anybody can make up keys, of accounts that there are not: beyond this, what was counted longest ago is forgotten. */
export const MOST_COUNTED_BYTES = 16 * 1024 ** 2;
/** What a key takes besides its own letters. */
const BYTES_OF_A_COUNT = 200;

/** Counts in this process alone, by a clock that is never put back. */
export function openLocalCounter(_name: string, seconds: number): Counter {
	const counts = new LRUCache<string, { count: number; until: number }>({
		maxSize: MOST_COUNTED_BYTES,
		sizeCalculation: (_count, key) => key.length + BYTES_OF_A_COUNT,
	});

	/** One goes for each that comes: what is over doesn't pile up, and needs no timer. */
	function forgetOldest(now: number): void {
		const [oldest = ''] = counts.rkeys();
		const counted = counts.peek(oldest);
		if (counted && counted.until <= now) counts.delete(oldest);
	}

	return {
		async add(key, ownSeconds = seconds) {
			const now = performance.now();
			forgetOldest(now);
			let counted = counts.get(key);
			if (!counted || counted.until <= now) {
				counted = { count: 0, until: now + ownSeconds * 1000 };
				counts.set(key, counted);
			}
			counted.count += 1;
			return { count: counted.count, waitSeconds: Math.ceil((counted.until - now) / 1000) };
		},
		async takeBack(key) {
			const counted = counts.peek(key);
			if (counted) counted.count -= 1;
		},
		async forget(key) {
			counts.delete(key);
		},
	};
}
