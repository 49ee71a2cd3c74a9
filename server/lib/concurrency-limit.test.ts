import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Work that ends when it is told to. */
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

/** Everything that can go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('two photos are worked on at a time, the next when one of them is done', async () => {
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

test('a photo that fails gives its place to the next', async () => {
	const slots = createConcurrencyLimit({ maxRunning: 1, waiting: 1 });
	const [bad, good] = [task(), task()];
	const failing = slots.run(bad.work);
	const waiting = slots.run(good.work);

	bad.reject(new Error('damaged'));
	good.resolve('fine');

	await expect(failing).rejects.toThrow('damaged');
	expect(await waiting).toBe('fine');
});

test('who waits no longer leaves the line, and is worked for no more', async () => {
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

test('who leaves once their turn has come gives up no place of others', async () => {
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

test('who comes when too many wait is asked to come back', async () => {
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
