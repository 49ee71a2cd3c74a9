import { describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { findItem } from './queries.ts';

const t = await openApp();

describe('marking an item as sold', () => {
	test('a sold item leaves the listings, but its details can still be read', async () => {
		const seller = await t.student();
		const { id } = await t.item(seller);

		const res = await t.as(seller).patch(`/item/mark-as-sold/${id}`);

		expect(res.statusCode).toBe(200);
		expect(res.json()).toMatchObject({
			success: true,
			message: ITEM_MESSAGES.sold,
			item: { id, isAvailable: false, status: 'sold' },
		});
		const all = await t.as(null).get('/item/get-all-items');
		expect(all.json().map((item: { id: number }) => item.id)).not.toContain(id);
		const page = await t.as(null).get(`/item/get-item-details/${id}`);
		expect(page.json().data).toMatchObject({ id, isAvailable: false });
	});

	test('a request without a body marks an item as sold, whatever its content type', async () => {
		const seller = await t.student();
		for (const type of [
			'application/json',
			'application/x-www-form-urlencoded',
			'multipart/form-data',
		]) {
			const { id } = await t.item(seller);

			const res = await t
				.as(seller)
				.call('PATCH', `/item/mark-as-sold/${id}`, { headers: { 'content-type': type } });

			expect(res.statusCode, type).toBe(200);
		}
	});

	test('another user’s request to mark an item as sold is refused with 403, and one for a banned item with 409', async () => {
		const seller = await t.student();
		const [{ id }, banned] = [await t.item(seller), await t.item(seller, { bannedAt: new Date() })];

		const res = await t.as(await t.student()).patch(`/item/mark-as-sold/${id}`);
		const ofBanned = await t.as(seller).patch(`/item/mark-as-sold/${banned.id}`);

		expect(res.statusCode).toBe(403);
		expect(res.json()).toEqual({ success: false, ...ITEM_ERRORS.notOwner });
		expect(ofBanned.statusCode).toBe(409);
		for (const item of [id, banned.id])
			expect(await findItem(t.db, item)).toMatchObject({ soldAt: null });
	});

	test('of several simultaneous requests to mark an item as sold, one succeeds and the others get 409', async () => {
		const seller = await t.student();
		const { id } = await t.item(seller);
		const sell = () => t.as(seller).patch(`/item/mark-as-sold/${id}`);

		const responses = await Promise.all([sell(), sell(), sell()]);

		expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
		const refused = responses.find(({ statusCode }) => statusCode === 409);
		expect(refused?.json().message).toBe('this product is sold');
	});
});
