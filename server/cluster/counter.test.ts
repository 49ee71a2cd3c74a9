import { beforeEach, expect, test, vi } from 'vitest';
import { MAX_COUNTER_BYTES, openLocalCounter } from './counter.ts';

beforeEach(() => void vi.useFakeTimers());

/** A key as long as a made-up account name can be. */
const makeKey = (index: number) => `${index}@`.padEnd(1000, 'x');
/** More keys than a counter has memory for, because an entry takes more bytes than its key. Half as many fit. */
const TOO_MANY_KEYS = MAX_COUNTER_BYTES / 1000;

test('when a counter reaches its memory limit, the keys with the oldest counts are evicted first', async () => {
	const counter = openLocalCounter('passwords tried', 60);
	await counter.add('the first');
	await counter.add('one that comes again');

	for (let index = 0; index < TOO_MANY_KEYS / 2; index++) await counter.add(makeKey(index));
	const again = await counter.add('one that comes again');
	for (let index = 0; index < TOO_MANY_KEYS / 2; index++) await counter.add(makeKey(-index));

	expect(again.count).toBe(2);
	expect((await counter.add('one that comes again')).count).toBe(3);
	expect((await counter.add('the first')).count).toBe(1);
});

test('the count of a key is kept for its time window from the first count on, and then starts from zero, without a timer', async () => {
	const counter = openLocalCounter('waits', 60);

	const first = await counter.add('key', 10);
	expect(vi.getTimerCount()).toBe(0);
	vi.advanceTimersByTime(9_999);
	const second = await counter.add('key', 10);
	vi.advanceTimersByTime(1);
	const inNewWindow = await counter.add('key');

	expect([first, second, inNewWindow]).toEqual([
		{ count: 1, waitSeconds: 10 },
		{ count: 2, waitSeconds: 1 },
		{ count: 1, waitSeconds: 60 },
	]);
});

test('setting the system clock back does not lengthen the waiting time of a counter', async () => {
	const counter = openLocalCounter('waits', 60);

	await counter.add('key', 10);
	vi.setSystemTime(Date.now() - 3_600_000);
	const waiting = await counter.add('key', 10);
	vi.advanceTimersByTime(10_000);
	const inNewWindow = await counter.add('key', 10);

	expect(waiting).toEqual({ count: 2, waitSeconds: 10 });
	expect(inNewWindow).toEqual({ count: 1, waitSeconds: 10 });
});

test('a refund reduces the count of a key by one, and a reset sets the count to zero', async () => {
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
