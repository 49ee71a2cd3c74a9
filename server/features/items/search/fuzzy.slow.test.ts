import { describe, expect, test } from 'vitest';
import { openListing, titlesOf } from '#tests/support/listing-app.ts';

const CALCULATOR = 'Casio fx-991ES calculator';
const things = [
	{ title: 'Engineering Mathematics by Grewal', category: 'Books', price: 380 },
	{ title: CALCULATOR, category: 'Instruments', price: 850 },
	{ title: 'Hero bicycle', category: 'Essentials', price: 2500 },
	{ title: 'गणित की किताब', category: 'Books', price: 60 },
	{ title: 'Wooden chair', category: 'Essentials', price: 400 },
	{ title: 'Laptop stand', category: 'Electronics', price: 500 },
];
/** Shared by the tests, which only read it. */
const { search } = await openListing(things);

describe('searches without results', () => {
	test.each([
		['calculater', CALCULATOR, 'calculator'],
		['claculator', CALCULATOR, 'calculator'],
		['mathmatics', 'Engineering Mathematics by Grewal', 'mathematics'],
		['enginering mathmatics', 'Engineering Mathematics by Grewal', 'enginering mathematics'],
		['grewal mathmatics', 'Engineering Mathematics by Grewal', 'grewal mathematics'],
		['bycicle', 'Hero bicycle', 'bicycle'],
		['chiar', 'Wooden chair', 'chair'],
		['labtop', 'Laptop stand', 'laptop'],
		['calclat', CALCULATOR, 'calculator'],
		['गनित', 'गणित की किताब', 'गणित'],
		['किताबे', 'गणित की किताब', 'किताब'],
		['kitab', 'गणित की किताब', 'किताब'],
	])(
		'a search for "%s" finds "%s" in its corrected spelling, and only offers it if the search is exact',
		async (typed, title, better) => {
			const response = await search(typed);

			expect(titlesOf(response.items)).toContain(title);
			expect(response).toMatchObject({ didYouMean: better, total: response.items.length });
			expect(response).not.toHaveProperty('nearest');
			const exact = await search(typed, '&exact=true');
			expect(exact).toMatchObject({ items: [], total: 0, nextCursor: null });
			expect(titlesOf(exact.nearest)?.[0]).toBe(title);
			expect(exact).not.toHaveProperty('didYouMean');
		},
	);

	test('a search for a word unlike any other offers no items and no correction', async () => {
		const response = await search('zzzzqqqq');

		expect(response.nearest).toEqual([]);
		expect(response).not.toHaveProperty('didYouMean');
	});

	test('a search for a known and an unknown word offers items with the known word', async () => {
		const response = await search('wooden zzzzqqqq');

		expect(titlesOf(response.nearest)).toEqual(['Wooden chair']);
		expect(response).not.toHaveProperty('didYouMean');
	});

	test('of the items with some of the words, those with most of them are offered first', async () => {
		const listing = await openListing([
			{ title: 'Red scientific calculator', category: 'Instruments' },
			{ title: 'Calculator', category: 'Instruments' },
			{ title: 'Scientific papers', category: 'Books' },
			{ title: 'New kettle', category: 'OTHERS' },
		]);

		const { nearest } = await listing.search('new scientific calculator blue');

		expect(titlesOf(nearest)).toEqual([
			'Red scientific calculator',
			'Scientific papers',
			'Calculator',
		]);
	});

	test('pages and counts of a misspelt search are those of the corrected words, although a hidden seller has the misspelt one; the requested category is offered first', async () => {
		const { t, seller, ids, get, search } = await openListing([
			...things,
			{ title: 'Calculator', price: 90 },
		]);
		await t.item(await t.student({ bannedAt: new Date() }), { title: 'Calculater' });
		const first = await search('calculater', '&limit=1');

		const second = await search('calculater', `&limit=1&cursor=${first.nextCursor}`);

		expect(first.didYouMean).toBe('calculator');
		expect([...(titlesOf(first.items) ?? []), ...(titlesOf(second.items) ?? [])]).toEqual([
			'Calculator',
			CALCULATOR,
		]);
		expect(second.nextCursor).toBeNull();
		for (const page of [second, await get('/items?category=Books')])
			expect(page).not.toHaveProperty('nearest');
		expect((await get('/items/facets?q=calculater')).total).toBe(2);
		expect((await get('/items/facets?q=calculater&exact=true')).total).toBe(0);
		await t.item(seller, { title: 'Calculator cover', category: 'OTHERS' });
		const { nearest } = await search('calculater', '&category=OTHERS&exact=true');
		expect(titlesOf(nearest)?.[0]).toBe('Calculator cover');
		expect(nearest).toHaveLength(3);

		// A word from an edited title is offered as a correction.
		const [{ imageUrl }] = (await search('chair')).items;
		const fields = { description: 'For music', price: 900, category: 'OTHERS' };
		const keepExistingImages = JSON.stringify(imageUrl);
		const changes = { ...fields, title: 'Xylophone', keepExistingImages };
		await t.as(seller).form('PUT', `/item/update-item/${ids[4]}`, changes);
		expect((await search('xylofone')).didYouMean).toBe('xylophone');
	});

	test('a correction that finds nothing within the same filters is not offered', async () => {
		const response = await search('calculater', '&maxPrice=100');

		expect(titlesOf(response.nearest)).toEqual([CALCULATOR]);
		expect(response).not.toHaveProperty('didYouMean');
	});

	test('a search in one category offers items of another category that match the words exactly', async () => {
		const response = await search('calculator', '&category=Books');

		expect(response).toMatchObject({ items: [], total: 0 });
		expect(titlesOf(response.nearest)).toEqual([CALCULATOR]);
		expect(response).not.toHaveProperty('didYouMean');
	});
});
