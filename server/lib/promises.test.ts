import { expect, test, vi } from 'vitest';
import { AppError } from './app-error.ts';
import { coalesce, createConcurrencyLimit, memoizeSuccess } from './promises.ts';

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

test('memoized work runs once, and all callers get its result', async () => {
	const work = vi.fn(async () => 'list');
	const read = memoizeSuccess(work);

	expect(await Promise.all([read(), read()])).toEqual(['list', 'list']);
	expect(await read()).toBe('list');
	expect(work).toHaveBeenCalledTimes(1);
});

test('memoized work that failed runs again at the next call', async () => {
	const work = vi.fn(async () => 'list').mockRejectedValueOnce(new Error('the disk is busy'));
	const read = memoizeSuccess(work);

	await expect(Promise.all([read(), read()])).rejects.toThrow('the disk is busy');

	expect(await read()).toBe('list');
	expect(work).toHaveBeenCalledTimes(2);
});

/** Work that ends on demand. */
function createTask() {
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	let started = false;
	return {
		resolve,
		reject,
		isStarted: () => started,
		work: () => {
			started = true;
			return promise;
		},
	};
}

/** Waits until all pending promise callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('with a concurrency limit of two, at most two tasks run at a time, and the next starts when one ends', async () => {
	const limit = createConcurrencyLimit({ maxRunning: 2, waiting: 10 });
	const tasks = [createTask(), createTask(), createTask(), createTask()] as const;
	const results = tasks.map(({ work }) => limit.run(work));
	await settled();
	expect(tasks.map((each) => each.isStarted())).toEqual([true, true, false, false]);

	tasks[1].resolve('second');
	await settled();

	expect(tasks.map((each) => each.isStarted())).toEqual([true, true, true, false]);
	for (const each of tasks) each.resolve('done');
	expect(await Promise.all(results)).toEqual(['done', 'second', 'done', 'done']);
});

test('a failed task frees its slot for the next task', async () => {
	const limit = createConcurrencyLimit({ maxRunning: 1, waiting: 1 });
	const [bad, good] = [createTask(), createTask()];
	const failing = limit.run(bad.work);
	const waiting = limit.run(good.work);

	bad.reject(new Error('damaged'));
	good.resolve('fine');

	await expect(failing).rejects.toThrow('damaged');
	expect(await waiting).toBe('fine');
});

test('a waiting task that is aborted leaves the queue and never runs', async () => {
	const limit = createConcurrencyLimit({ maxRunning: 1, waiting: 2 });
	const [first, second, third] = [createTask(), createTask(), createTask()];
	const controller = new AbortController();
	const reason = new Error('hung up');
	const served = limit.run(first.work);
	const abortedRun = limit.run(second.work, controller.signal);
	const next = limit.run(third.work);

	controller.abort(reason);
	await expect(abortedRun).rejects.toBe(reason);
	await expect(limit.run(second.work, controller.signal)).rejects.toBe(reason);
	first.resolve('one');
	await served;
	await settled();

	expect([second.isStarted(), third.isStarted()]).toEqual([false, true]);
	third.resolve('three');
	expect(await next).toBe('three');
});

test('aborting a running task does not remove another task from the queue', async () => {
	const limit = createConcurrencyLimit({ maxRunning: 1, waiting: 1 });
	const [first, second, third] = [createTask(), createTask(), createTask()];
	const controller = new AbortController();
	const served = limit.run(first.work);
	const pendingRun = limit.run(second.work, controller.signal);
	first.resolve('one');
	await served;
	const next = limit.run(third.work);

	controller.abort();
	await settled();

	expect([second.isStarted(), third.isStarted()]).toEqual([true, false]);
	second.resolve('two');
	third.resolve('three');
	expect(await Promise.all([pendingRun, next])).toEqual(['two', 'three']);
});

test('a task is refused with too_many when the queue is full', async () => {
	const limit = createConcurrencyLimit({ maxRunning: 1, waiting: 1 });
	const [first, second, third] = [createTask(), createTask(), createTask()];
	const served = [limit.run(first.work), limit.run(second.work)];

	const refused = limit.run(third.work);

	await expect(refused).rejects.toMatchObject({ kind: 'too_many' });
	await expect(refused).rejects.toBeInstanceOf(AppError);
	first.resolve('one');
	second.resolve('two');
	expect(await Promise.all(served)).toEqual(['one', 'two']);
	expect(third.isStarted()).toBe(false);
});
