import { setTimeout as wait } from 'node:timers/promises';

/** Within the time that a shutdown gives running jobs, and that a task may take. */
const MAX_REST_MS = 5000;

/**
 * Runs background work and then rests, so that work after work takes at most this share of the time. Without it, new
 * items that are compared with many saved searches keep a core busy while people chat (bench/RESULTS.md, "chat while
 * 1,000 items are posted in a minute").
 * @param share more than 0, at most 1
 * @throws whatever the work throws, after the rest
 */
export async function runThrottled<T>(share: number, work: () => Promise<T>): Promise<T> {
	const startedAt = performance.now();
	try {
		return await work();
	} finally {
		const restMs = (performance.now() - startedAt) * (1 / share - 1);
		if (restMs > 0) await wait(Math.min(restMs, MAX_REST_MS));
	}
}
