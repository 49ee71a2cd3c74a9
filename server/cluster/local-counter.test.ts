import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_COUNTER_BYTES, openLocalCounter } from './local-counter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** As long as an account may be that somebody makes up. */
const madeUp = (n: number) => `${n}@`.padEnd(1000, 'x');
const ROOM = MAX_COUNTER_BYTES / 1000;

test('whoever makes up keys takes no more memory than there is for them: the oldest are forgotten first', async () => {
	const counter = openLocalCounter('passwords tried', 60);
	await counter.add('the first');
	await counter.add('one that comes again');

	for (let n = 0; n < ROOM / 2; n++) await counter.add(madeUp(n));
	const again = await counter.add('one that comes again');
	for (let n = 0; n < ROOM / 2; n++) await counter.add(madeUp(-n));

	expect(again.count).toBe(2);
	expect((await counter.add('one that comes again')).count).toBe(3);
	expect((await counter.add('the first')).count).toBe(1);
});

test('waits for nothing: no key has a timer', async () => {
	const counter = openLocalCounter('passwords tried', 60);

	await counter.add('key');

	expect(vi.getTimerCount()).toBe(0);
});

test('a key is counted for its time from the first on, and anew afterwards', async () => {
	const counter = openLocalCounter('waits', 60);

	const first = await counter.add('key', 10);
	vi.advanceTimersByTime(9_999);
	const second = await counter.add('key', 10);
	vi.advanceTimersByTime(1);
	const anew = await counter.add('key');

	expect([first, second, anew]).toEqual([
		{ count: 1, waitSeconds: 10 },
		{ count: 2, waitSeconds: 1 },
		{ count: 1, waitSeconds: 60 },
	]);
});

test('a clock that is put back keeps nobody out for longer', async () => {
	const counter = openLocalCounter('waits', 60);

	await counter.add('key', 10);
	vi.setSystemTime(Date.now() - 3_600_000);
	const waiting = await counter.add('key', 10);
	vi.advanceTimersByTime(10_000);
	const anew = await counter.add('key', 10);

	expect(waiting).toEqual({ count: 2, waitSeconds: 10 });
	expect(anew).toEqual({ count: 1, waitSeconds: 10 });
});

test('what is taken back was not counted, and what is forgotten begins anew', async () => {
	const counter = openLocalCounter('passwords tried', 60);
	await counter.add('key');
	await counter.add('key');

	await counter.refund('key');
	await counter.refund('another');
	const after = await counter.add('key');
	await counter.reset('key');

	expect(after.count).toBe(2);
	expect((await counter.add('key')).count).toBe(1);
	expect((await counter.add('another')).count).toBe(1);
});
