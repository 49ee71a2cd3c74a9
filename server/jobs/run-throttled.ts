import { setTimeout as wait } from 'node:timers/promises';

/** Half of a task's time limit (`expireInSeconds` in retry-options.ts), to which the rest counts. */
const MAX_REST_MS = 30_000;

/**
 * Runs background work and then waits, so that one run after the other takes at most this share of the time; more after a
 * run whose wait would exceed `MAX_REST_MS`. Without the wait, comparing new items with many saved searches would keep a
 * core busy while people chat (bench/RESULTS.md, "chat while 1,000 items are posted in a minute").
 * @param share more than 0, at most 1
 * @param stopping ends the rest early
 * @throws whatever the work throws, after the rest
 */
export async function runThrottled<T>(
	share: number,
	stopping: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	const startedAt = performance.now();
	try {
		return await work();
	} finally {
		const restMs = (performance.now() - startedAt) * (1 / share - 1);
		if (restMs > 0) await rest(Math.min(restMs, MAX_REST_MS), stopping);
	}
}

async function rest(ms: number, stopping: AbortSignal): Promise<void> {
	// The wait rejects when it is ended early.
	await wait(ms, undefined, { signal: stopping }).catch(() => undefined);
}
