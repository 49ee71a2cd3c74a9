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
	test('similar items share a subject, or the category and a word that says what they are; most in common first', async () => {
		const { ids, get } = await openListing(things);

		const { items } = await get(`/item/${ids[0]}/similar`);

		expect(titlesOf(items)).toEqual([
			'Casio scientific calculator',
			'Casio calculator',
			'Signals book',
		]);
	});

	test('there are no similar items if they are fewer than three', async () => {
		const { ids, idsAt } = await openListing(things.slice(0, 5));

		expect(await idsAt(`/item/${ids[0]}/similar`)).toEqual([]);
	});

	test('there are at most eight similar items', async () => {
		const { ids, get } = await openListing(Array.from({ length: 12 }, () => ({})));

		expect((await get(`/item/${ids[0]}/similar`)).items).toHaveLength(8);
	});

	test('a sold item has similar items too', async () => {
		const { ids, idsAt } = await openListing([{ soldAt: new Date() }, {}, {}, {}]);

		expect(await idsAt(`/item/${ids[0]}/similar`)).toEqual([ids[3], ids[2], ids[1]]);
	});

	test('an item whose title has no words has no similar items', async () => {
		const { ids, idsAt } = await openListing([{ title: '???' }, {}, {}, {}]);

		expect(await idsAt(`/item/${ids[0]}/similar`)).toEqual([]);
	});

	test('a request for items similar to a banned or unknown item answers 404', async () => {
		const { t, ids } = await openListing([{ bannedAt: new Date() }]);

		for (const id of [ids[0], 2_147_483_647]) {
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
