import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runThrottled } from './job-queue.ts';

/**
 * Runs work that may use a quarter of the time. Returns its result or error, and the share of the time that it took.
 */
async function measure<T>(work: () => Promise<T>) {
	let workMs = 0;
	const startedAt = performance.now();
	const { signal } = new AbortController();
	const result = await runThrottled(0.25, signal, async () => {
		const from = performance.now();
		await wait(20);
		workMs = performance.now() - from;
		return work();
	}).catch((error: unknown) => error);
	return { result, share: workMs / (performance.now() - startedAt) };
}

test('throttled work pauses until it has used only its share of the time, after success and after failure', async () => {
	const done = await measure(async () => 'done');
	const failed = await measure(() => Promise.reject(new Error('failed')));

	expect(done.result).toBe('done');
	expect(failed.result).toEqual(new Error('failed'));
	// Timers may be a millisecond early.
	for (const { share } of [done, failed]) expect(share).toBeLessThan(0.27);
});

test('the pause of throttled work ends when the job queue stops', async () => {
	const stopping = new AbortController();
	const throttled = runThrottled(0.001, stopping.signal, async () => {
		await wait(20);
		return 'done';
	});

	stopping.abort();

	expect(await throttled).toBe('done');
});
