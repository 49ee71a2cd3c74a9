import { expect, test } from 'vitest';
import { logOncePer } from './log-throttle.ts';

test('each reason is told once, and again when a minute is over', () => {
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

test('keeps no more than a hundred reasons', () => {
	const isNews = logOncePer({ now: () => 0 });
	for (let count = 0; count < 100; count++) isNews(String(count));

	expect([isNews('99'), isNews('one more'), isNews('99')]).toEqual([false, true, true]);
});

test('keeps as many reasons as it is told to, and each for as long', () => {
	let now = 0;
	const isNews = logOncePer({ intervalMs: 10, maxReasons: 2, now: () => now });

	const kept = [isNews('one'), isNews('two'), isNews('one'), isNews('three'), isNews('one')];
	now = 10;

	expect(kept).toEqual([true, true, false, true, true]);
	expect([isNews('one'), isNews('one')]).toEqual([true, false]);
});
