import { beforeAll, describe, expect, test } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';

const t = await openApp();
const guest = t.as(null);
const verified = await t.student({ verifiedAt: new Date(), verifiedBy: 'admin' });
const other = await t.student();
let ids: Record<'signals' | 'circuits' | 'free', number>;

async function find(query: string): Promise<number[]> {
	const reply = (await guest.get(`/items?${query}`)).json();
	return reply.items.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
}

beforeAll(async () => {
	await t.db.execute(
		sql`insert into branches values ('EC', 'Electronics', 0), ('ME', 'Mechanical', 1)`,
	);
	await t.db.execute(sql`insert into subjects values
		('EC301', 'Signals', 'EC', 3, 0), ('EC402', 'Circuits', 'EC', 4, 1), ('ME301', 'Machines', 'ME', 3, 2),
		('ME302', 'signals', 'ME', 3, 3)`);
	await waitForCatalogue(t, ({ subjects }) => subjects.length > 0);
	const [signals, circuits, free] = [
		await t.item(verified, { condition: 'good', subjects: ['EC301'], price: 200 }),
		await t.item(other, { condition: 'fair', subjects: ['EC402', 'ME301'], price: 300 }),
		await t.item(other, { price: 0 }),
	];
	ids = { signals: signals.id, circuits: circuits.id, free: free.id };
});

describe('filters of a listing', () => {
	test('each filter finds the matching items', async () => {
		const expected = {
			'condition=good': ['signals'],
			'condition=fair,good': ['signals', 'circuits'],
			'free=true': ['free'],
			'subject=EC301': ['signals'],
			'subject=ec301': ['signals'],
			'subject=ME302&branch=ME': ['signals'],
			'branch=EC': ['signals', 'circuits'],
			'semester=3': ['signals', 'circuits', 'free'],
			'verified=true': ['signals'],
			'condition=good&minPrice=100&branch=EC': ['signals'],
			'minPrice=200&maxPrice=200': ['signals'],
			'condition=fair&subject=EC301': [],
			// A subject with another branch or semester.
			'subject=EC402&branch=ME': [],
			'subject=EC301&semester=4': [],
			// Branch and semester must be those of the same subject of an item.
			'branch=EC&semester=3&maxPrice=300': ['signals', 'free'],
			'branch=ME&semester=4&maxPrice=300': ['free'],
		};
		const nameOf = (id: number) => Object.entries(ids).find((entry) => entry[1] === id)?.[0];

		const found: Record<string, unknown> = {};
		for (const query of Object.keys(expected)) found[query] = (await find(query)).map(nameOf);

		expect(found).toEqual(expected);
	});

	test('the filter for verified sellers no longer finds an item whose seller lost the verification, although its response was cached', async () => {
		const seller = await t.student({ verifiedAt: new Date(), verifiedBy: 'admin' });
		const { id } = await t.item(seller, { title: 'Cached kettle' });
		const query = 'q=kettle&verified=true';
		for (let reads = 0; reads < 3; reads += 1) expect(await find(query)).toEqual([id]);

		await t.db.execute(
			sql`update users set verified_at = null, verified_by = null where id = ${seller.id}`,
		);

		expect(await find(query)).toEqual([]);
	});

	test('filters and orders work together over several pages', async () => {
		for (const [query, names] of [
			['maxPrice=300&sort=newest', ['free', 'circuits', 'signals']],
			['maxPrice=300&sort=price-asc', ['free', 'signals', 'circuits']],
			['maxPrice=300&sort=price-desc', ['circuits', 'signals', 'free']],
			// Items that name no subject come last.
			['semester=3&maxPrice=300&sort=newest', ['circuits', 'signals', 'free']],
			['semester=3&maxPrice=300&sort=price-asc', ['signals', 'circuits', 'free']],
		] as const) {
			const range = `${query}&limit=1`;
			const foundIds: number[] = [];
			for (let cursor: string | null = ''; cursor !== null; ) {
				const page: { items: { id: number }[]; nextCursor: string | null } = (
					await guest.get(`/items?${range}${cursor && `&cursor=${cursor}`}`)
				).json();
				foundIds.push(...page.items.map(({ id }) => id));
				cursor = page.nextCursor;
			}

			expect(foundIds, query).toEqual(names.map((name) => ids[name]));
			expect((await guest.get(`/items?${range}`)).json().total, query).toBe(3);
		}
	});
});

test('an unknown or invalid value of a filter is refused', async () => {
	for (const [query, field, { code, message }] of [
		['condition=good,shiny', 'condition', ITEM_ERRORS.condition],
		['free=yes', 'free', REQUEST_ERRORS.badFlag],
		['reserved=true', 'reserved', LISTING_ERRORS.badReserved],
		['seller=abc', 'seller', REQUEST_ERRORS.badId],
		['subject=XX999', 'subject', ITEM_ERRORS.unknownSubject('XX999')],
		['branch=XX', 'branch', LISTING_ERRORS.unknownBranch('XX')],
		['semester=11', 'semester', LISTING_ERRORS.badSemester],
	] as const) {
		const res = await guest.get(`/items?${query}`);

		expect([res.statusCode, res.json()], query).toMatchObject([400, { message, code }]);
		expect(JSON.stringify(res.json())).toContain(field);
	}
});
