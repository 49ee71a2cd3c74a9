import { expect, test } from 'vitest';
import { percent, toOneDecimal } from './numbers.ts';

test('a share is in percent with one decimal', () => {
	expect(percent(2, 3)).toBe(66.7);
	expect(percent(3, 3)).toBe(100);
	expect(percent(1, 1000)).toBe(0.1);
});

test('a share of nothing is 0', () => {
	expect(percent(0, 0)).toBe(0);
});

test('an average has one decimal', () => {
	expect(toOneDecimal(4.449)).toBe(4.4);
	expect(toOneDecimal(4.45)).toBe(4.5);
});
