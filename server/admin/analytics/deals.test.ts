import { expect, test } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { daysFromNow, openCompletedDeals } from '#tests/support/completed-deals.ts';

const t = await openApp();
const { insertDeal, insertSale, insertStep } = openCompletedDeals(t);
const admin = await t.admin();
const read = async (days: number) =>
	(await t.as(admin).get(`/admin/analytics/deals?days=${days}`)).json().analytics;

test('the statistics of deals are empty before the first deal', async () => {
	const analytics = await read(7);

	expect(analytics).toMatchObject({
		completed: 0,
		rupees: 0,
		medianHoursToSale: null,
		offersMade: 0,
		offersTaken: 0,
	});
	expect(analytics.dailyStats).toHaveLength(7);
	expect(analytics.dailyStats[0]).toMatchObject({ completed: 0, rupees: 0 });
});

test('the statistics of deals show completed deals, rupees, median time to sale and offers of the period', async () => {
	const buyer = await t.student();
	/** @param hours from posting to sale */
	async function insertSaleAfter(hours: number, fields: Parameters<typeof insertSale>[1]) {
		const dealKey = await insertDeal(await t.student(), buyer);
		const soldAt = daysFromNow(-8);
		await insertSale(dealKey, { soldAt, ...fields });
		const createdAt = new Date(soldAt.getTime() - hours * 3_600_000);
		await t.db.update(items).set({ createdAt }).where(eq(items.id, dealKey.itemId));
		return dealKey;
	}
	const completedAt = daysFromNow(-1);
	// Two sellers cannot make the figure: the third-highest price is the most that each sale counts.
	await insertSaleAfter(10, { price: 999_999.99, completedAt });
	await insertSaleAfter(21, { price: 500_000, completedAt });
	await insertSaleAfter(22, { price: 400.5, completedAt });
	const dealKey = await insertSaleAfter(21, { price: 100, completedAt });
	const unanswered = { isConfirmed: null, completedAt: null, reviewUntil: null };
	await insertSaleAfter(40, { ...unanswered, price: 50, answerUntil: daysFromNow(-2) });
	await insertSaleAfter(50, { ...unanswered, price: 7, answerUntil: daysFromNow(2) });
	await insertSaleAfter(60, { price: 9, completedAt: daysFromNow(-9) });
	for (const type of ['offer-made', 'offer-declined', 'offer-made', 'offer-accepted'] as const)
		await insertStep(dealKey, type);
	for (const type of ['offer-made', 'offer-accepted'] as const)
		await insertStep(dealKey, type, daysFromNow(-9));

	const analytics = await read(7);

	expect(analytics).toMatchObject({
		completed: 5,
		rupees: 1351.5,
		medianHoursToSale: 21,
		offersMade: 2,
		offersTaken: 1,
	});
	const days: { completed: number; rupees: number }[] = analytics.dailyStats;
	expect(days.filter(({ completed }) => completed > 0)).toMatchObject([
		{ completed: 1, rupees: 50 },
		{ completed: 4, rupees: 1301.5 },
	]);
	expect((await read(30)).completed).toBe(6);
});
