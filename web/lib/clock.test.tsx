import { expect, test, vi } from 'vitest';
import { watchClock } from './clock.ts';

const MINUTE_MS = 60_000;

test('one timer calls all listeners of the clock every minute, and stops with the last of them', () => {
	vi.useFakeTimers();
	const [first, second] = [vi.fn(), vi.fn()];
	const stopFirst = watchClock(first);
	const stopSecond = watchClock(second);
	expect(vi.getTimerCount()).toBe(1);

	vi.advanceTimersByTime(MINUTE_MS);
	stopFirst();
	vi.advanceTimersByTime(MINUTE_MS);

	expect(first).toHaveBeenCalledTimes(1);
	expect(second).toHaveBeenCalledTimes(2);
	stopSecond();
	expect(vi.getTimerCount()).toBe(0);
});
