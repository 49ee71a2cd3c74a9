import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closestWords, editDistance } from './spelling-queries.ts';

describe('edit distance between two words', () => {
	test.each([
		['chair', 'chair', 0],
		['chiar', 'chair', 1],
		['calculater', 'calculator', 1],
		['enginering', 'engineering', 1],
		['', 'abc', 3],
		['bycicle', 'bicycle', 2],
	])('the distance between "%s" and "%s" is %d', (one, other, distance) => {
		expect(editDistance(one, other)).toBe(distance);
	});

	test('the distance is symmetric, 0 only for equal words, and at most the length of the longer word', () => {
		const term = fc.string({ maxLength: 12 });
		fc.assert(
			fc.property(term, term, (one, other) => {
				const distance = editDistance(one, other);
				expect(editDistance(other, one)).toBe(distance);
				expect(distance === 0).toBe(one === other);
				expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
			}),
		);
	});
});

describe('closest words to a typed word', () => {
	const knownWords = ['calculator', 'calculus', 'calendar'].map((spelling) => ({ spelling }));
	const nearest = (typed: string, isUnfinished = false) =>
		closestWords(typed, knownWords, isUnfinished).map(({ spelling }) => spelling);

	test('closest words are sorted by distance, without words that are too different', () => {
		expect(nearest('calculater')).toEqual(['calculator']);
		expect(nearest('calculas')).toEqual(['calculus', 'calculator']);
		expect(nearest('bicycle')).toEqual([]);
	});

	test('for an unfinished typed word, longer words are found too', () => {
		expect(nearest('calclat')).not.toContain('calculator');
		expect(nearest('calclat', true)).toContain('calculator');
	});
});
