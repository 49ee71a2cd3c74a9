import { expect, test } from 'vitest';
import { percent, toOneDecimal } from './list.ts';

test('a ratio is converted to a percentage with one decimal', () => {
	expect(percent(2, 3)).toBe(66.7);
	expect(percent(3, 3)).toBe(100);
	expect(percent(1, 1000)).toBe(0.1);
});

test('the percentage of a total of 0 is 0', () => {
	expect(percent(0, 0)).toBe(0);
});

test('an average is rounded to one decimal', () => {
	expect(toOneDecimal(4.449)).toBe(4.4);
	expect(toOneDecimal(4.45)).toBe(4.5);
});
