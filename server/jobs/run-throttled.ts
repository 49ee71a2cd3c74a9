import { setTimeout as wait } from 'node:timers/promises';

/** Half of a task's time limit (`expireInSeconds` in retry-options.ts). The pause counts towards that limit. */
const MAX_PAUSE_MS = 30_000;

/**
 * Runs background work and then pauses, so that repeated runs take at most the given share of the
 * time. They take more if the pause would exceed `MAX_PAUSE_MS`. Without the pause, comparing new
 * items with many saved searches would keep a core busy while people chat (bench/RESULTS.md, "chat
 * while 1,000 items are posted in a minute").
 * @param share more than 0, at most 1
 * @param stopping ends the pause early
 * @throws whatever the work throws, after the pause
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
		const pauseMs = (performance.now() - startedAt) * (1 / share - 1);
		if (pauseMs > 0) await pause(Math.min(pauseMs, MAX_PAUSE_MS), stopping);
	}
}

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
	// The timer rejects when the pause ends early.
	await wait(ms, undefined, { signal: stopping }).catch(() => undefined);
}
