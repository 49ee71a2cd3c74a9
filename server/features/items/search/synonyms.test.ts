import { expect, test } from 'vitest';
import { marketWith } from '#tests/support/listed-market.ts';
import { searchParts } from './synonyms.ts';

/** Nobody changes anything in it. */
const campus = await marketWith([
	{ title: 'Casio calculator' },
	{ title: 'Calci cover', description: 'Hard plastic' },
	{ title: 'Lab coat, size M' },
	{ title: 'First-year PYQs' },
	{ title: 'Previous year papers of thermodynamics' },
	{ title: 'Higher Engineering Mathematics' },
	{ title: 'Library card holder', description: 'Paper' },
]);
const titlesOf = async (q: string) => {
	const { items, total } = await campus.get(`/items?q=${encodeURIComponent(q)}`);
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
])('a search for "%s" finds what is called otherwise, and counts it', async (q, titles) => {
	expect(await titlesOf(q)).toEqual(titles);
});

test('lists for other clients and suggestions know the same words', async () => {
	const listed = await campus.get('/item/get-all-items?q=labcoat');
	const { suggestions } = await campus.get('/items/suggestions?q=labcoat');

	expect(listed.map(({ title }: { title: string }) => title)).toEqual(['Lab coat, size M']);
	expect(suggestions).toMatchObject([{ title: 'Lab coat, size M' }]);
});

test('a misspelt word beside a word of the campus is helped with', async () => {
	const { items, nearest, didYouMean } = await campus.get('/items?q=casoi+calci');

	expect(items).toEqual([]);
	expect(didYouMean?.toLowerCase()).toBe('casio calci');
	expect(nearest.map(({ title }: { title: string }) => title)).toContain('Casio calculator');
});

test('the longest phrase counts, and a word of no group stays alone', () => {
	expect(searchParts(['blue', 'Lab', 'coats'])).toEqual([
		{ terms: ['blue'], synonyms: [] },
		{ terms: ['Lab', 'coats'], synonyms: [['labcoat'], ['apron']] },
	]);
});
