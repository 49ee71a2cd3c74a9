import { expect, test } from 'vitest';
import { openListing } from '#tests/support/listing-app.ts';
import { searchParts, synonymsOf } from './tsqueries.ts';

/** Shared by the tests, which only read it. */
const sharedListing = await openListing([
	{ title: 'Casio calculator' },
	{ title: 'Calci cover', description: 'Hard plastic' },
	{ title: 'Lab coat, size M' },
	{ title: 'First-year PYQs' },
	{ title: 'Previous year papers of thermodynamics' },
	{ title: 'Higher Engineering Mathematics' },
	{ title: 'Library card holder', description: 'Paper' },
]);
const titlesOf = async (q: string) => {
	const { items, total } = await sharedListing.get(`/items?q=${encodeURIComponent(q)}`);
	expect(total).toBe(items.length);
	return items.map(({ title }: { title: string }) => title);
};

test.each([
	['calci', ['Calci cover', 'Casio calculator']],
	['Calculators', ['Calci cover', 'Casio calculator']],
	['casio calci', ['Casio calculator']],
	['calci casio', ['Casio calculator']],
	['labcoat', ['Lab coat, size M']],
	['labco', ['Lab coat, size M']],
	['labcoat size m', ['Lab coat, size M']],
	['pyqs', ['Previous year papers of thermodynamics', 'First-year PYQs']],
	['previous year question paper', ['Previous year papers of thermodynamics', 'First-year PYQs']],
	['maths', ['Higher Engineering Mathematics']],
	['paper', ['Library card holder', 'Previous year papers of thermodynamics']],
])('a search for "%s" finds and counts items with synonyms of the words', async (q, titles) => {
	expect(await titlesOf(q)).toEqual(titles);
});

test('the full lists and the suggestions also find items by synonyms', async () => {
	const listed = await sharedListing.get('/item/get-all-items?q=labcoat');
	const { suggestions } = await sharedListing.get('/items/suggestions?q=labcoat');

	expect(listed.map(({ title }: { title: string }) => title)).toEqual(['Lab coat, size M']);
	expect(suggestions).toMatchObject([{ title: 'Lab coat, size M' }]);
});

test('a misspelt word next to a word with synonyms is corrected', async () => {
	const { items, didYouMean } = await sharedListing.get('/items?q=casoi+calci');

	expect(didYouMean?.toLowerCase()).toBe('casio calci');
	expect(items.map(({ title }: { title: string }) => title)).toContain('Casio calculator');
});

test('the longest phrase with synonyms is matched, and other words have no synonyms', () => {
	const synonyms = synonymsOf({ searchWords: [['labcoat', 'lab coat', 'apron']], subjects: [] });

	expect(searchParts(['blue', 'Lab', 'coats'], synonyms)).toEqual([
		{ terms: ['blue'], synonyms: [] },
		{ terms: ['Lab', 'coats'], synonyms: [['labcoat'], ['apron']] },
	]);
});
