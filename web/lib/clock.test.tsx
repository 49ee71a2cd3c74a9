import { expect, test, vi } from 'vitest';
import { watchClock } from './clock.ts';

const MINUTE_MS = 60_000;

test('the clock calls back every minute until it is no longer watched', () => {
	vi.useFakeTimers();
	const listener = vi.fn();
	const stop = watchClock(listener);
	vi.advanceTimersByTime(2 * MINUTE_MS);
	expect(listener).toHaveBeenCalledTimes(2);

	stop();

	vi.advanceTimersByTime(MINUTE_MS);
	document.dispatchEvent(new Event('visibilitychange'));
	expect(listener).toHaveBeenCalledTimes(2);
	expect(vi.getTimerCount()).toBe(0);
});
