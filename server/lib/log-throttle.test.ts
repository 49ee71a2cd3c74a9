import { expect, test } from 'vitest';
import { logOncePer } from './log-throttle.ts';

test('each reason is logged once, and again after a minute', () => {
	let now = 0;
	const isNews = logOncePer({ now: () => now });

	const first = [isNews('away'), isNews('full'), isNews('away')];
	now = 59_999;
	const sooner = isNews('away');
	now = 60_000;
	const later = isNews('away');

	expect(first).toEqual([true, true, false]);
	expect([sooner, later]).toEqual([false, true]);
});

test('at most a hundred reasons are remembered', () => {
	const isNews = logOncePer({ now: () => 0 });
	for (let count = 0; count < 100; count++) isNews(String(count));

	expect([isNews('99'), isNews('one more'), isNews('99')]).toEqual([false, true, true]);
});

test('the number of reasons and the interval can be set', () => {
	let now = 0;
	const isNews = logOncePer({ intervalMs: 10, maxReasons: 2, now: () => now });

	const kept = [isNews('one'), isNews('two'), isNews('one'), isNews('three'), isNews('one')];
	now = 10;

	expect(kept).toEqual([true, true, false, true, true]);
	expect([isNews('one'), isNews('one')]).toEqual([true, false]);
});
