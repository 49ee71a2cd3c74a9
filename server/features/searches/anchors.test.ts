import { describe, expect, test } from 'vitest';
import { anchorsOf } from './anchors.ts';

const FREQUENCIES: Record<string, number> = { book: 0.4, engin: 0.2, draw: 0.05, rare: 0 };
const frequencyOf = (word: string) => FREQUENCIES[word] ?? 0.01;
const anchorsOfWords = (wordQuery: string) =>
	anchorsOf({ wordQuery, subject: 'EC301', categoryId: 3 }, frequencyOf);

describe('anchors of saved searches', () => {
	test.each([
		["'book'", ['book']],
		["'book' & 'engin' & 'draw'", ['draw']],
		["'book' & 'rare'", ['rare']],
		["'book' | 'engin'", ['book', 'engin']],
		["'book' | 'engin' & 'draw'", ['book', 'draw']],
		["( 'book' | 'engin' ) & 'draw'", ['draw']],
		["'draw' & ( 'rare' | 'x' )", ['rare', 'x']],
		["'lab' <-> 'coat'", ['coat']],
		["'draw' <2> 'book' & 'engin'", ['draw']],
		["!'draw' & 'book'", ['book']],
		["'book':AB & 'dra':*", ['book']],
		["'o''clock' & 'book'", ["o'clock"]],
		["'a\\\\b'", ['a\\b']],
	])(
		'the anchors of a search for %s are the rarest words that a match must have',
		(wordQuery, anchors) => {
			expect(anchorsOfWords(wordQuery)).toEqual(anchors);
		},
	);

	test('the anchor of a search that requires no word is its subject, or else its category', () => {
		expect(anchorsOfWords("!'draw'")).toEqual(['#EC301']);
		const wordless = { wordQuery: undefined, subject: null };
		expect(anchorsOf({ ...wordless, categoryId: 3 }, frequencyOf)).toEqual(['@3']);
	});

	test('a search without words, subject or category has the anchor that every item has', () => {
		const search = { wordQuery: undefined, subject: null, categoryId: null };
		expect(anchorsOf(search, frequencyOf)).toEqual(['']);
	});

	test('a search whose text has no words has no anchor', () => {
		expect(anchorsOfWords('')).toEqual([]);
	});
});
