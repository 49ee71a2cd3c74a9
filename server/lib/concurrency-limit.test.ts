import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

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
