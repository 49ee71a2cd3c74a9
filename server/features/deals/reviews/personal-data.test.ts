import { expect, test } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { missedHandovers } from '#server/db/schema/deals.ts';
import { openApp } from '#tests/support/app.ts';
import { openCompletedDeals } from '#tests/support/completed-deals.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp();
const { insertCompletedSale, insertReview, insertMissedHandover } = openCompletedDeals(t);

const exportOf = async (who: { token: string }) => (await t.as(who).get('/account/export')).json();

test('the export of a user’s data has the reviews by the user, and reviews about the user once they are published', async () => {
	const [seller, buyer] = [await t.student(), await t.student()];
	const sold = await insertCompletedSale(seller, buyer);
	const aboutSeller = await insertReview(sold, 'buyer', { stars: 4, text: 'Works fine.' });

	expect(await exportOf(buyer)).toMatchObject({
		reviewsWritten: [{ id: aboutSeller, personId: seller.id, stars: 4, text: 'Works fine.' }],
		reviewsReceived: [],
	});
	expect(await exportOf(seller)).toMatchObject({ reviewsWritten: [], reviewsReceived: [] });

	const aboutBuyer = await insertReview(sold, 'seller', { text: 'Came on time.' });

	expect(await exportOf(buyer)).toMatchObject({
		reviewsReceived: [{ id: aboutBuyer, text: 'Came on time.' }],
	});
	expect((await exportOf(seller)).reviewsReceived).toMatchObject([{ id: aboutSeller }]);
});

test('after an account is deleted, its reviews remain under “Deleted user” and its missed hand-overs, which the export had, are deleted', async () => {
	const [seller, buyer] = [await t.student(), await t.student({ userName: 'Vikram' })];
	const sold = await insertCompletedSale(seller, buyer);
	const id = await insertReview(sold, 'buyer', { text: 'Works fine.' });
	await insertReview(sold, 'seller');
	const handoverId = await insertMissedHandover(buyer);
	// Not who reported it.
	const exported = { handoverId, createdAt: expect.any(String), contestedAt: null };
	expect((await exportOf(buyer)).missedHandovers).toEqual([exported]);

	const deleted = await t.as(buyer).post('/account/delete', { password: PASSWORD });

	expect(deleted.statusCode, deleted.body).toBe(200);
	const { reviews } = (await t.as(null).get(`/people/${seller.id}/reviews`)).json();
	expect(reviews).toMatchObject([
		{ id, text: 'Works fine.', by: { id: null, userName: 'Deleted user' } },
	]);
	const reports = await t.db
		.select()
		.from(missedHandovers)
		.where(eq(missedHandovers.handoverId, handoverId));
	expect(reports).toEqual([]);
});
