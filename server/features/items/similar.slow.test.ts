import { describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { openListing, titlesOf } from '#tests/support/listing-app.ts';

const things = [
	{ title: 'Casio scientific calculator, full set', category: 'Instruments', subjects: ['EC301'] },
	{ title: 'Casio calculator', category: 'Instruments' },
	{ title: 'Calculator cover', category: 'OTHERS' },
	{ title: 'Mini drafter with full set', category: 'Instruments' },
	{ title: 'Signals book', category: 'Books', subjects: ['EC301'] },
	{ title: 'Casio scientific calculator', category: 'Instruments', description: 'Newer' },
];

describe('similar items', () => {
	test('similar items share a subject, or the category and a word that says what they are; most in common first, and none if they are fewer than three', async () => {
		const { t, ids, seller, get } = await openListing(things.slice(0, 5));
		const similar = async () => titlesOf((await get(`/item/${ids[0]}/similar`)).items);
		expect(await similar()).toEqual([]);

		await t.item(seller, things[5]);

		expect(await similar()).toEqual([
			'Casio scientific calculator',
			'Casio calculator',
			'Signals book',
		]);
	});

	test('there are at most eight similar items, also of a sold item, none of an item whose title has no words, and 404 for a banned or unknown item', async () => {
		const others = Array.from({ length: 12 }, () => ({}));
		const { t, ids, idsAt } = await openListing([
			{ soldAt: new Date() },
			{ title: '???' },
			{ bannedAt: new Date() },
			...others,
		]);
		const [sold, wordless, banned] = ids;

		expect(await idsAt(`/item/${sold}/similar`)).toEqual(ids.slice(-8).reverse());
		expect(await idsAt(`/item/${wordless}/similar`)).toEqual([]);
		for (const id of [banned, 2_147_483_647]) {
			const res = await t.as(null).get(`/item/${id}/similar`);
			expect(res.statusCode).toBe(404);
			expect(res.json()).toEqual({ success: false, ...ITEM_ERRORS.notFound });
		}
	});
});

describe('listing of a seller’s items', () => {
	test('the listing has pages, search and a total like any other listing', async () => {
		const { t, seller, ids, idsAt, get } = await openListing([{}, {}, { title: 'Mini drafter' }]);
		await t.item(await t.student());
		await t.item(seller, { soldAt: new Date() });

		const first = await get(`/items?seller=${seller.id}&limit=2`);

		expect(first.total).toBe(3);
		expect(first.items.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1]]);
		expect(await idsAt(`/items?seller=${seller.id}&limit=2&cursor=${first.nextCursor}`)).toEqual([
			ids[0],
		]);
		expect(await idsAt(`/items?seller=${seller.id}&q=drafter&sort=price-asc`)).toEqual([ids[2]]);
	});
});
