import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { daysFromNow, openCompletedDeals } from '#tests/support/completed-deals.ts';

const t = await openApp();
const { insertCompletedSale, insertDeal, insertMissedHandover, insertReviewAbout, insertStep } =
	openCompletedDeals(t);
const admin = await t.admin();
const read = async (path: string) => (await t.as(admin).get(`/admin/${path}`)).json();

test('the admin details of an item list its deals with the time of each deal event', async () => {
	const [seller, buyer] = [await t.student(), await t.student({ userName: 'Vikram' })];
	const dealKey = await insertDeal(seller, buyer);
	await insertStep(dealKey, 'offer-made', daysFromNow(-2));
	await insertStep(dealKey, 'reserved', daysFromNow(-1));

	const { deals } = await read(`items/${dealKey.itemId}`);

	expect(deals).toMatchObject([
		{
			buyer: { id: buyer.id, userName: 'Vikram' },
			startedAt: expect.any(String),
			steps: [
				{ type: 'offer-made', at: expect.stringMatching(/Z$/) },
				{ type: 'reserved', at: expect.stringMatching(/Z$/) },
			],
		},
	]);
	const { id: untouched } = await t.item(seller);
	expect((await read(`items/${untouched}`)).deals).toEqual([]);
});

test('the admin details of a user count completed deals, recent missed hand-overs and reviews', async () => {
	const user = await t.student();
	await insertCompletedSale(user, await t.student());
	await insertMissedHandover(user);
	await insertMissedHandover(user, 91);
	await insertReviewAbout(user, { stars: 2 });

	const { deals } = await read(`users/${user.id}`);

	expect(deals).toEqual({ completed: 2, missed: 1, reviews: 1, rating: null });
});

test('a user report that was sent from a chat contains the deal of this chat', async () => {
	const [seller, buyer] = [await t.student(), await t.student()];
	const dealKey = await insertDeal(seller, buyer);
	await insertStep(dealKey, 'offer-made', daysFromNow(-2));
	await insertStep(dealKey, 'handover-missed', daysFromNow(-1));
	const report = (roomId?: string) =>
		t.as(buyer).post(`/user-report/report-user/${seller.id}`, {
			complaint: `Did not come: ${roomId}`,
			roomId,
		});
	await report();
	await report(`${dealKey.itemId}-${buyer.id}`);

	const { userReports } = await read('user-reports');

	expect(userReports).toMatchObject([
		{
			deal: {
				itemId: dealKey.itemId,
				itemTitle: 'Casio fx-991ES Plus',
				buyerId: buyer.id,
				lastStep: { type: 'handover-missed', at: expect.stringMatching(/Z$/) },
			},
		},
		{ deal: null },
	]);
});
