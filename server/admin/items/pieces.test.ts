import { expect, test } from 'vitest';
import { eachUser } from '#server/admin/users/list-queries.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { eachItem, findItemPage } from './list-queries.ts';

const t = await openApp();

async function all<Row>(pieces: AsyncIterable<Row[]>): Promise<Row[]> {
	const rows: Row[] = [];
	for await (const piece of pieces) rows.push(...piece);
	return rows;
}

test('a file read in pieces has everything once and in order, whatever the order', async () => {
	const seller = await t.student();
	const prices = [5, 3, 5, 1, 3];
	for (const [place, price] of prices.entries()) {
		await t.item(seller, { price, soldAt: place % 2 === 0 ? new Date() : null });
	}

	for (const sort of ['newest', 'oldest', 'dearest', 'cheapest'] as const) {
		const inPieces = await all(eachItem(t.db, {}, sort, 2));
		expect(inPieces).toHaveLength(prices.length);
		expect(inPieces).toEqual(await all(eachItem(t.db, {}, sort, 100)));
	}
});

test('so has the file of users', async () => {
	for (const userName of ['B', 'a', 'A', 'c', 'b']) await t.student({ userName });

	for (const sort of ['newest', 'oldest', 'name'] as const) {
		const inPieces = await all(eachUser(t.db, {}, sort, 2));
		expect(inPieces).toEqual(await all(eachUser(t.db, {}, sort, 100)));
	}
});

test('words that are common are found along the order, and those that are not all the same', async () => {
	const [many, few] = ['Clavichord', 'Ophicleide'];
	const seller = await t.student();
	const rows = Array.from({ length: 90 }, (_, place) => ({
		...ITEM_FIELDS,
		title: place < 88 ? many : few,
		sellerId: seller.id,
		soldAt: place % 3 === 0 ? new Date() : null,
		bannedAt: place % 5 === 0 ? new Date() : null,
	}));
	await t.db.insert(items).values(rows);

	for (const sort of ['newest', 'oldest', 'dearest', 'cheapest'] as const) {
		const common = await findItemPage(t.db, { search: many }, sort, { page: 3, limit: 40 });
		const rare = await findItemPage(t.db, { search: few }, sort, { page: 1, limit: 40 });
		expect([common.found, common.entries.length]).toEqual([88, 8]);
		expect([rare.found, rare.entries.length]).toEqual([2, 2]);
	}
});
