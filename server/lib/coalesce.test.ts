import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** A coalesced function; the test ends each of its runs. */
function coalesceManualRuns() {
	const runs: PromiseWithResolvers<number>[] = [];
	const call = coalesce(() => {
		const run = Promise.withResolvers<number>();
		runs.push(run);
		return run.promise;
	});
	return { call, runs };
}

test('calls of a coalesced function during a run share the next run, which starts when the current run ends', async () => {
	const { call, runs } = coalesceManualRuns();

	const first = call();
	const others = [call(), call(), call()];
	const startedDuringFirst = runs.length;
	runs[0]?.resolve(1);
	await first;
	await expect.poll(() => runs.length).toBe(2);
	runs[1]?.resolve(2);

	expect(startedDuringFirst).toBe(1);
	expect(await Promise.all(others)).toEqual([2, 2, 2]);
	expect(runs).toHaveLength(2);
});

test('a failed run of a coalesced function does not prevent the next run', async () => {
	const { call, runs } = coalesceManualRuns();

	const first = call();
	const second = call();
	runs[0]?.reject(new Error('away'));
	await expect(first).rejects.toThrow('away');
	await expect.poll(() => runs.length).toBe(2);
	runs[1]?.resolve(2);
	const third = call();
	await expect.poll(() => runs.length).toBe(3);
	runs[2]?.resolve(3);

	expect(await second).toBe(2);
	expect(await third).toBe(3);
});
