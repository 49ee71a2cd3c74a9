import { expect, test } from 'vitest';
import { createLogThrottle } from './log-throttle.ts';

test('the log throttle allows each reason once, and again after a minute', () => {
	let now = 0;
	const shouldLog = createLogThrottle({ now: () => now });

	const first = [shouldLog('away'), shouldLog('full'), shouldLog('away')];
	now = 59_999;
	const sooner = shouldLog('away');
	now = 60_000;
	const later = shouldLog('away');

	expect(first).toEqual([true, true, false]);
	expect([sooner, later]).toEqual([false, true]);
});

test('the log throttle remembers at most a hundred reasons', () => {
	const shouldLog = createLogThrottle({ now: () => 0 });
	for (let count = 0; count < 100; count++) shouldLog(String(count));

	expect([shouldLog('99'), shouldLog('one more'), shouldLog('99')]).toEqual([false, true, true]);
});

test('a known reason does not clear the other reasons of the log throttle', () => {
	let now = 0;
	const shouldLog = createLogThrottle({ intervalMs: 10, maxReasons: 2, now: () => now });
	shouldLog('one');
	now = 5;
	shouldLog('two');
	now = 10;

	expect([shouldLog('one'), shouldLog('two')]).toEqual([true, false]);
});
