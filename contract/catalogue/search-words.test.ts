import { describe, expect, test } from 'vitest';
import { searchTerms } from './search-words.ts';

describe('search terms', () => {
	test.each([
		['engineering mathematics', ['engineering', 'mathematics']],
		['fx-991ES, "like new"!', ['fx', '991ES', 'like', 'new']],
		['गणित की किताब', ['गणित', 'किताब']],
		['की', ['की']],
		['पढ\u093Cाई \u092A\u095Dाई', ['पढ\u093Cाई', 'पढ\u093Cाई']],
		['cafe\u0301', ['caf\u00E9']],
		['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
		['& | ! :* <->', []],
		['\u0300 \u0948 lamp', ['lamp']],
	])('the search text "%s" is split into the terms %j', (typedWords, terms) => {
		expect(searchTerms(typedWords)).toEqual(terms);
	});
});
