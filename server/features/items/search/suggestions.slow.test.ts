import { expect, test } from 'vitest';
import type { Suggestion } from '#contract/items/schemas.ts';
import { openListing } from '#tests/support/listing-app.ts';

const things = [
	{ title: 'Casio calculator', category: 'Instruments' },
	{ title: 'Calculus made easy', category: 'Books' },
	{ title: 'casio Calculator', category: 'Instruments' },
	{ title: 'Lab coat', category: 'Instruments', description: 'With a calculator in its pocket' },
	{ title: 'गणित की किताब', category: 'Books' },
	{ title: 'Engineering Mathematics', category: 'Books' },
];
/** Shared by the tests, which only read it. */
const sharedListing = await openListing(things);

async function suggestionsFor(listing: typeof sharedListing, typed: string) {
	const { suggestions } = await listing.get(`/items/suggestions?q=${encodeURIComponent(typed)}`);
	return suggestions.map(({ title }: Suggestion) => title);
}

test.each([
	['calc', ['Calculus made easy', 'Casio calculator']],
	['casio c', ['Casio calculator']],
	['CASIO', ['Casio calculator']],
	['coat la', ['Lab coat']],
	['engineering', ['Engineering Mathematics']],
	['गण', ['गणित की किताब']],
	['गणित की कि', ['गणित की किताब']],
	['calculater', ['Casio calculator']],
	['enginering mathmatics', ['Engineering Mathematics']],
	['zzzzqqqq', []],
	['?', []],
	['', []],
])('the text "%s" suggests each matching title on sale once', async (typed, titles) => {
	const suggested = await suggestionsFor(sharedListing, typed);

	expect(suggested.map((title: string) => title.toLowerCase())).toEqual(
		titles.map((title) => title.toLowerCase()),
	);
});

test('a suggested title of a single item has the category, and the id, price and photo of that item; one that several share has none', async () => {
	const [coat] = await sharedListing.get('/items?q=coat').then(({ items }) => items);

	expect(await sharedListing.get('/items/suggestions?q=lab')).toEqual({
		suggestions: [
			{
				title: 'Lab coat',
				category: 'Instruments',
				item: { id: coat.id, price: coat.price, photo: coat.photos[0] },
			},
		],
	});
	const { suggestions } = await sharedListing.get('/items/suggestions?q=casio');
	expect(suggestions).toHaveLength(1);
	expect(suggestions[0].item).toBeUndefined();
});

test('at most eight titles are suggested, fewer with a smaller limit, none without a text, and one of several categories with that of most items', async () => {
	const { get } = await openListing([
		{ title: 'Drafter', category: 'Books' },
		{ title: 'Drafter', category: 'Instruments' },
		{ title: 'Drafter', category: 'Instruments' },
		...Array.from({ length: 10 }, (_, index) => ({ title: `Calculator ${index}` })),
	]);

	expect(await get('/items/suggestions?q=draf')).toEqual({
		suggestions: [{ title: 'Drafter', category: 'Instruments' }],
	});
	expect((await get('/items/suggestions?q=calc&limit=500')).suggestions).toHaveLength(8);
	expect((await get('/items/suggestions?q=calc&limit=3')).suggestions).toHaveLength(3);
	expect(await get('/items/suggestions')).toEqual({ suggestions: [] });
});
