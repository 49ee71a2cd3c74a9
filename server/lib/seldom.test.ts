import { expect, test } from 'vitest';
import { seldom } from './seldom.ts';

test('each reason is told once, and again when a minute is over', () => {
	let now = 0;
	const isNews = seldom(60_000, () => now);

	const first = [isNews('away'), isNews('full'), isNews('away')];
	now = 59_999;
	const sooner = isNews('away');
	now = 60_000;
	const later = isNews('away');

	expect(first).toEqual([true, true, false]);
	expect([sooner, later]).toEqual([false, true]);
});

test('keeps no more than a hundred reasons', () => {
	const isNews = seldom(60_000, () => 0);
	for (let count = 0; count < 100; count++) isNews(String(count));

	expect([isNews('99'), isNews('one more'), isNews('99')]).toEqual([false, true, true]);
});
