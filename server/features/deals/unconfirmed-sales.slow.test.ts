import { describe, expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp();
const { readDeal, passTime, startSale, askAboutItem } = openDeals(t);
const admin = await t.admin({ roleLevel: 'super_admin' });

describe('sales that the buyer has not confirmed', () => {
	async function soldItem() {
		const sale = await startSale();
		const { seller, buyer, other, itemId } = sale;
		await askAboutItem(buyer, itemId);
		await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });
		/** Any request for a deal, even a refused one, first settles the item if it is due. */
		const settle = () => t.as(other).get(`/deals/${itemId}/${buyer.id}`);
		return { ...sale, settle };
	}
	const completedDealsOf = async ({ id }: { id: number }) =>
		(await t.as(null).get(`/people/${id}`)).json().person.deals;

	test.each(['item', 'seller', 'buyer'] as const)(
		'a ban of the %s pauses the seven days after which an unconfirmed sale is complete',
		async (banned) => {
			const { seller, buyer, itemId, settle } = await soldItem();
			const { path } = {
				item: { path: `/admin/items/${itemId}` },
				seller: { path: `/admin/users/${seller.id}` },
				buyer: { path: `/admin/users/${buyer.id}` },
			}[banned];
			await passTime(itemId, 6 * 24);
			await t.as(admin).put(`${path}/ban`, { reason: 'Not allowed' });
			await settle();
			await passTime(itemId, 10 * 24);
			await t.as(admin).put(`${path}/unban`);
			await settle();

			expect(await completedDealsOf(seller)).toBe(0);
			await passTime(itemId, 2 * 24);
			expect(await completedDealsOf(seller)).toBe(1);
		},
	);

	test.each([
		'the item is relisted',
		'the item is removed',
		'the buyer’s account is deleted',
	] as const)('a sale completed by the seven-day limit stays complete when %s', async (change) => {
		const { seller, buyer, itemId, settle } = await soldItem();
		await passTime(itemId, 7 * 24);
		const before = await completedDealsOf(seller);

		const res = await {
			'the item is relisted': () => t.as(admin).put(`/admin/items/${itemId}/relist`),
			'the item is removed': () => t.as(admin).delete(`/admin/items/${itemId}`),
			'the buyer’s account is deleted': () =>
				t.as(buyer).post('/account/delete', { password: PASSWORD }),
		}[change]();
		await settle();

		expect(res.statusCode).toBe(200);
		expect([before, await completedDealsOf(seller)]).toEqual([1, 1]);
	});

	test('when the buyer was banned before the sale, the seven days for the answer are extended only by the ban’s time after the sale', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		await t.as(admin).put(`/admin/users/${buyer.id}/ban`, { reason: 'Spam' });
		await t.db.execute(
			sql`update users set banned_at = now() - interval '20 days' where id = ${buyer.id}`,
		);
		await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });
		await t.as(admin).put(`/admin/users/${buyer.id}/unban`);

		await readDeal(seller, itemId, buyer);
		await passTime(itemId, 8 * 24);

		expect(await completedDealsOf(seller)).toBe(1);
	});

	test.each(['item', 'buyer'] as const)(
		'an unconfirmed sale never becomes complete once the %s is deleted',
		async (deleted) => {
			const { seller, buyer, itemId, settle } = await soldItem();
			if (deleted === 'item') await t.as(admin).delete(`/admin/items/${itemId}`);
			else await t.as(buyer).post('/account/delete', { password: PASSWORD });
			await settle();

			await passTime(itemId, 8 * 24);

			expect(await completedDealsOf(seller)).toBe(0);
		},
	);
});
