import { expect, test } from 'vitest';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const seller = await t.student();
/** Requested by a visitor. */
const getByIds = (ids: string) => t.as(null).get(`/items/by-id?ids=${ids}`);

test('a request by ids returns each visible item once, in the requested order, including sold items', async () => {
	const available = (await t.item(seller)).id;
	const sold = (await t.item(seller, { soldAt: new Date() })).id;
	const banned = (await t.item(seller, { bannedAt: new Date() })).id;
	const deleted = (await t.item(seller, { deletedAt: new Date() })).id;
	const ofBannedSeller = (await t.item(await t.student({ bannedAt: new Date() }))).id;

	// Users and items share one sequence of ids, so no item has this one.
	const notAnItem = seller.id;

	const requested = [sold, banned, ofBannedSeller, available, deleted, sold, notAnItem];
	const res = await getByIds(requested.join());

	expect(res.statusCode).toBe(200);
	expect(res.json()).toMatchObject({
		success: true,
		items: [
			{ id: sold, status: 'sold', isAvailable: false },
			{ id: available, status: 'available' },
		],
	});
	expect(res.json().items).toHaveLength(2);
});

const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join();

test('lists of item ids that are empty, ill-formed or too long are refused', async () => {
	for (const ids of ['', '1,', '0', '1,x', '2147483648', idsUpTo(25)]) {
		const res = await getByIds(ids);

		expect([res.statusCode, res.json()], ids).toMatchObject([400, LISTING_ERRORS.badIdList]);
	}
	expect((await getByIds(idsUpTo(24))).statusCode).toBe(200);
});
