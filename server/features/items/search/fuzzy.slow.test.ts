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
	test('a misspelt search finds items in its corrected spelling, and only offers them if the search is exact', async () => {
		const grewal = 'Engineering Mathematics by Grewal';
		for (const [typed, title, better] of [
			['calculater', CALCULATOR, 'calculator'],
			['claculator', CALCULATOR, 'calculator'],
			['mathmatics', grewal, 'mathematics'],
			['enginering mathmatics', grewal, 'enginering mathematics'],
			['grewal mathmatics', grewal, 'grewal mathematics'],
			['bycicle', 'Hero bicycle', 'bicycle'],
			['chiar', 'Wooden chair', 'chair'],
			['labtop', 'Laptop stand', 'laptop'],
			['calclat', CALCULATOR, 'calculator'],
			['गनित', 'गणित की किताब', 'गणित'],
			['किताबे', 'गणित की किताब', 'किताब'],
			['kitab', 'गणित की किताब', 'किताब'],
		] as const) {
			const response = await search(typed);

			expect(titlesOf(response.items), typed).toContain(title);
			expect(response).toMatchObject({ didYouMean: better, total: response.items.length });
			expect(response).not.toHaveProperty('nearest');
			const exact = await search(typed, '&exact=true');
			expect(exact).toMatchObject({ items: [], total: 0, nextCursor: null });
			expect(titlesOf(exact.nearest)?.[0], typed).toBe(title);
			expect(exact).not.toHaveProperty('didYouMean');
		}
	});

	test('what has no correction offers the items with some of the words, of other prices or categories, or none', async () => {
		for (const [typed, params, titles] of [
			['zzzzqqqq', '', []],
			['wooden zzzzqqqq', '', ['Wooden chair']],
			// The correction finds nothing within the same filters.
			['calculater', '&maxPrice=100', [CALCULATOR]],
			['calculator', '&category=Books', [CALCULATOR]],
		] as const) {
			const response = await search(typed, params);

			expect(response, typed).toMatchObject({ items: [], total: 0 });
			expect(titlesOf(response.nearest), typed).toEqual(titles);
			expect(response).not.toHaveProperty('didYouMean');
		}
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
});
