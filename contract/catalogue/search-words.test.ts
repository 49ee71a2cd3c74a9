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
		['c++ C#, .net asp.NET', ['cplusplus', 'Csharp', 'dotnet', 'asp', 'dotnet']],
		['C++17 a+ #1 net.network', ['Cplusplus', '17', 'a', '1', 'net', 'network']],
		['<stdio> cal\u00ADcu\u200Blat\u200Dor\uFEFF', ['stdio', 'calculator']],
		['९९१ ൩ ７', ['991', '3', '7']],
		['\u0D05\u0D35\u0D7B \u0D05\u0D35\u0D28\u0D4D\u200D', ['അവന്', 'അവന്']],
		['क्\u200Dषमा', ['क्षमा']],
	])('the search text "%s" is split into the terms %j', (typedWords, terms) => {
		expect(searchTerms(typedWords)).toEqual(terms);
	});
});
