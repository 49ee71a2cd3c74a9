import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { Facets } from '#contract/items/facets.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { priceBelow } from '#contract/items/price-limit.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';

const t = await openApp();
const guest = t.as(null);
const seller = await t.student({ verifiedAt: new Date(), verifiedBy: 'admin' });
const banned = await t.student({ bannedAt: new Date() });

const facetsOf = async (query = ''): Promise<Facets> =>
	(await guest.get(`/items/facets?${query}`)).json();
const totalOf = async (query: string): Promise<number> =>
	(await guest.get(`/items?${query}`)).json().total;

beforeAll(async () => {
	await t.db.execute(
		sql`insert into branches values ('EC', 'Electronics', 0), ('ME', 'Mechanical', 1)`,
	);
	await t.db.execute(sql`insert into subjects values
		('EC301', 'Signals', 'EC', 3, 0), ('EC402', 'Circuits', 'EC', 4, 1), ('ME301', 'Machines', 'ME', 3, 2)`);
	await waitForCatalogue(t, ({ subjects }) => subjects.length > 0);
	const fields: Parameters<typeof t.item>[1][] = [
		{ category: 'Books', condition: 'good', subjects: ['EC301'], price: 200 },
		{ category: 'Books', condition: 'good', subjects: ['EC301', 'ME301'], price: 250 },
		{ category: 'Books', condition: 'fair', subjects: ['EC402'], price: 2600, title: 'Circuits' },
		{ category: 'Instruments', condition: 'good', price: 800 },
		{ category: 'Instruments', subjects: ['GONE1'], price: 0 },
	];
	for (const each of fields) await t.item(seller, each);
	await t.item(seller, { condition: 'new', soldAt: new Date() });
	await t.item(banned, { condition: 'new' });
});

describe('facets of a listing', () => {
	test('facets count the items on sale of visible sellers, the most frequent values first, without subjects that the catalogue does not have', async () => {
		expect(await facetsOf()).toEqual({
			success: true,
			total: 5,
			facets: {
				category: [
					{ value: 'Books', count: 3 },
					{ value: 'Instruments', count: 2 },
				],
				condition: [
					{ value: 'good', count: 3 },
					{ value: 'fair', count: 1 },
				],
				subject: [
					{ value: 'EC301', count: 2 },
					{ value: 'EC402', count: 1 },
					{ value: 'ME301', count: 1 },
				],
				price: [
					{ min: 0, max: 0.01, count: 1 },
					{ min: 200, max: 500, count: 2 },
					{ min: 500, max: 2000, count: 1 },
					{ min: 2000, max: 999_999.99, count: 1 },
				],
			},
		});
	});

	test('each facet counts the items that match all filters except its own', async () => {
		const { total, facets } = await facetsOf('category=books&condition=fair&subject=ec402');

		expect(total).toBe(1);
		expect(facets.category).toEqual([{ value: 'Books', count: 1 }]);
		expect(facets.condition).toEqual([{ value: 'fair', count: 1 }]);
		expect(facets.subject).toEqual([{ value: 'EC402', count: 1 }]);
		expect((await facetsOf('condition=fair')).facets.condition).toEqual([
			{ value: 'good', count: 3 },
			{ value: 'fair', count: 1 },
		]);
		expect((await facetsOf('category=Books&condition=good')).facets.category).toEqual([
			{ value: 'Books', count: 2 },
			{ value: 'Instruments', count: 1 },
		]);
		expect((await facetsOf('free=true&minPrice=5')).facets.price).toEqual(
			(await facetsOf()).facets.price,
		);
	});

	test('a listing filtered by a facet value has as many items as the facet counts', async () => {
		for (const query of [
			'',
			'condition=good',
			'q=casio',
			'branch=EC',
			'minPrice=250',
			'verified=true',
		]) {
			const { total, facets } = await facetsOf(query);
			expect(await totalOf(query)).toBe(total);
			for (const name of ['category', 'condition', 'subject'] as const) {
				for (const { value, count } of facets[name]) {
					const chosen = new URLSearchParams(query);
					chosen.set(name, value);
					expect(await totalOf(chosen.toString()), `${query} and ${name} ${value}`).toBe(count);
				}
			}
		}
	});

	test('the subject facet has only subjects of the requested branch and semester', async () => {
		const codes = async (query: string) =>
			(await facetsOf(query)).facets.subject.map(({ value }) => value);

		expect(await codes('branch=EC')).toEqual(['EC301', 'EC402']);
		expect(await codes('semester=3')).toEqual(['EC301', 'ME301']);
		expect(await codes('branch=ME&semester=4')).toEqual([]);
	});

	test('the facets of an unknown category are empty, and an unknown condition or subject is refused', async () => {
		for (const [query, { code }] of [
			['condition=shiny', ITEM_ERRORS.condition],
			['subject=XX999', ITEM_ERRORS.unknownSubject('XX999')],
		] as const) {
			const res = await guest.get(`/items/facets?${query}`);
			expect([res.statusCode, res.json().code]).toEqual([400, code]);
		}
		expect(await facetsOf('category=Furniture')).toEqual({
			success: true,
			total: 0,
			facets: { category: [], condition: [], subject: [], price: [] },
		});
	});

	test('facets count a new item, even after their response was cached', async () => {
		const countNew = async () =>
			(await facetsOf('condition=new')).facets.condition.find(({ value }) => value === 'new')
				?.count;
		expect(await countNew()).toBeUndefined();

		await t.item(seller, { condition: 'new', title: 'Unwrapped' });

		await vi.waitUntil(async () => (await countNew()) === 1, { timeout: 20_000 });
	});

	test('a listing between the bounds of a price band has as many items as the band counts', async () => {
		await t.item(seller, { category: 'PYQs', price: 0 });
		for (const price of [0.5, 0.99, 1, 199.99, 200, 499.99, 500, 1999.99, 2000, 999_999.99])
			await t.item(seller, { category: 'PYQs', price });

		const { total, facets } = await facetsOf('category=PYQs&minPrice=1');

		expect(total).toBe(8);
		expect(facets.price.map(({ min, count }) => [min, count])).toEqual([
			[0, 1],
			[0.01, 2],
			[1, 2],
			[200, 2],
			[500, 2],
			[2000, 2],
		]);
		for (const { min, max, count } of facets.price) {
			const maxPrice = max === ITEM_LIMITS.priceMax ? max : priceBelow(max);
			const bounds = `category=PYQs&minPrice=${min}&maxPrice=${maxPrice}`;
			expect(await totalOf(bounds), bounds).toBe(count);
		}
		expect(await totalOf('category=PYQs&free=true')).toBe(1);
	});
});
