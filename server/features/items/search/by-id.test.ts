import { expect, test } from 'vitest';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const seller = await t.student();
const get = (ids: string) => t.as(null).get(`/items/by-id?ids=${ids}`);

test('a request by ids returns each visible item once, in the requested order, including sold items', async () => {
	const first = (await t.item(seller)).id;
	const sold = (await t.item(seller, { soldAt: new Date() })).id;
	const banned = (await t.item(seller, { bannedAt: new Date() })).id;
	const deleted = (await t.item(seller, { deletedAt: new Date() })).id;
	const ofBannedSeller = (await t.item(await t.student({ bannedAt: new Date() }))).id;

	const res = await get([sold, banned, ofBannedSeller, first, deleted, sold, seller.id].join());

	expect(res.statusCode).toBe(200);
	expect(res.json()).toMatchObject({
		success: true,
		items: [
			{ id: sold, status: 'sold', isAvailable: false },
			{ id: first, status: 'available' },
		],
	});
	expect(res.json().items).toHaveLength(2);
});

const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join();

test('at most 24 items can be requested by id at once', async () => {
	expect((await get(idsUpTo(24))).statusCode).toBe(200);
	expect((await get(idsUpTo(25))).statusCode).toBe(400);
});

test.each(['', '1,', '0', '1,x', '2147483648'])(
	'a request for items with the invalid list of ids "%s" is refused',
	async (ids) => {
		const res = await get(ids);

		expect([res.statusCode, res.json()]).toMatchObject([400, LISTING_ERRORS.badIdList]);
	},
);
