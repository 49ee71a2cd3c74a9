import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Work that ends on demand. */
function task() {
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

test('at most two tasks run at a time, and the next starts when one ends', async () => {
	const slots = createConcurrencyLimit({ maxRunning: 2, waiting: 10 });
	const tasks = [task(), task(), task(), task()] as const;
	const results = tasks.map(({ work }) => slots.run(work));
	await settled();
	expect(tasks.map((each) => each.isStarted())).toEqual([true, true, false, false]);

	tasks[1].resolve('second');
	await settled();

	expect(tasks.map((each) => each.isStarted())).toEqual([true, true, true, false]);
	for (const each of tasks) each.resolve('done');
	expect(await Promise.all(results)).toEqual(['done', 'second', 'done', 'done']);
});

test('a failed task frees its slot for the next', async () => {
	const slots = createConcurrencyLimit({ maxRunning: 1, waiting: 1 });
	const [bad, good] = [task(), task()];
	const failing = slots.run(bad.work);
	const waiting = slots.run(good.work);

	bad.reject(new Error('damaged'));
	good.resolve('fine');

	await expect(failing).rejects.toThrow('damaged');
	expect(await waiting).toBe('fine');
});

test('an aborted task leaves the queue and never runs', async () => {
	const slots = createConcurrencyLimit({ maxRunning: 1, waiting: 2 });
	const [first, second, third] = [task(), task(), task()];
	const gone = new AbortController();
	const reason = new Error('hung up');
	const served = slots.run(first.work);
	const left = slots.run(second.work, gone.signal);
	const next = slots.run(third.work);

	gone.abort(reason);
	await expect(left).rejects.toBe(reason);
	await expect(slots.run(second.work, gone.signal)).rejects.toBe(reason);
	first.resolve('one');
	await served;
	await settled();

	expect([second.isStarted(), third.isStarted()]).toEqual([false, true]);
	third.resolve('three');
	expect(await next).toBe('three');
});

test('aborting a running task does not remove another from the queue', async () => {
	const slots = createConcurrencyLimit({ maxRunning: 1, waiting: 1 });
	const [first, second, third] = [task(), task(), task()];
	const gone = new AbortController();
	const served = slots.run(first.work);
	const begun = slots.run(second.work, gone.signal);
	first.resolve('one');
	await served;
	const next = slots.run(third.work);

	gone.abort();
	await settled();

	expect([second.isStarted(), third.isStarted()]).toEqual([true, false]);
	second.resolve('two');
	third.resolve('three');
	expect(await Promise.all([begun, next])).toEqual(['two', 'three']);
});

test('a task is refused with too_many when the queue is full', async () => {
	const slots = createConcurrencyLimit({ maxRunning: 1, waiting: 1 });
	const [first, second, third] = [task(), task(), task()];
	const served = [slots.run(first.work), slots.run(second.work)];

	const refused = slots.run(third.work);

	await expect(refused).rejects.toMatchObject({ kind: 'too_many' });
	await expect(refused).rejects.toBeInstanceOf(AppError);
	first.resolve('one');
	second.resolve('two');
	expect(await Promise.all(served)).toEqual(['one', 'two']);
	expect(third.isStarted()).toBe(false);
});
