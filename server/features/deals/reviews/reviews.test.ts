import { expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { eq } from '#server/db/drizzle.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { daysFromNow, openCompletedDeals } from '#tests/support/completed-deals.ts';

const t = await openApp();
const { insertCompletedSale, insertDeal, insertSale, insertReview, insertReviewAbout } =
	openCompletedDeals(t);

const read = async (id: number, query = '') => t.as(null).get(`/people/${id}/reviews${query}`);
const reviewsOf = async ({ id }: { id: number }) => (await read(id)).json();
const idsOf = ({ reviews }: { reviews: { id: number }[] }) => reviews.map(({ id }) => id);

test('a public review has stars, tags, text, the answer, and the name and role of its writer', async () => {
	const seller = await t.student();
	const buyer = await t.student({ userName: 'Vikram' });
	const createdAt = new Date('2026-03-04T05:06:07.000Z');
	const answeredAt = new Date('2026-03-05T05:06:07.000Z');
	const sold = await insertCompletedSale(seller, buyer);
	const id = await insertReview(sold, 'buyer', {
		stars: 4,
		tags: ['as-described', 'friendly'],
		text: 'Works fine.',
		createdAt,
		answer: 'Thanks!',
		answeredAt,
	});
	await insertReview(sold, 'seller');

	expect(await reviewsOf(seller)).toEqual({
		success: true,
		average: null,
		count: 1,
		reviews: [
			{
				id,
				stars: 4,
				tags: ['as-described', 'friendly'],
				text: 'Works fine.',
				answer: { text: 'Thanks!', createdAt: answeredAt.toISOString() },
				by: { id: buyer.id, userName: 'Vikram' },
				role: 'buyer',
				createdAt: createdAt.toISOString(),
			},
		],
		nextCursor: null,
	});
});

test('a review is published when both have written, or the time to write is over; one that an administrator has hidden is neither shown nor counted', async () => {
	const [seller, buyer] = [await t.student(), await t.student()];
	const [both, one] = [
		await insertCompletedSale(seller, buyer),
		await insertCompletedSale(seller, await t.student()),
	];
	const first = await insertReview(both, 'buyer');
	const alone = await insertReview(one, 'buyer');
	await insertReviewAbout(seller, { hiddenAt: new Date() });
	expect(await reviewsOf(seller)).toMatchObject({ count: 0, reviews: [] });

	const second = await insertReview(both, 'seller');
	expect(idsOf(await reviewsOf(seller))).toEqual([first]);
	expect(idsOf(await reviewsOf(buyer))).toEqual([second]);
	const reviewUntil = new Date(Date.now() - 1);
	await t.db.update(dealSales).set({ reviewUntil }).where(eq(dealSales.id, one.id));

	expect(idsOf(await reviewsOf(seller))).toEqual([alone, first]);
});

test('reviews are paged newest first, and a review written in between does not shift the pages', async () => {
	const seller = await t.student();
	const ids: number[] = [];
	for (let written = 0; written < 5; written += 1) ids.unshift(await insertReviewAbout(seller));

	const first = (await read(seller.id, '?limit=2')).json();
	await insertReviewAbout(seller);
	const second = (await read(seller.id, `?limit=2&cursor=${first.nextCursor}`)).json();
	const third = (await read(seller.id, `?limit=2&cursor=${second.nextCursor}`)).json();

	expect([first, second, third].flatMap(idsOf)).toEqual(ids);
	expect(third.nextCursor).toBe(null);
	expect((await read(seller.id, '?cursor=abc')).statusCode).toBe(400);
});

test('a review by a banned user keeps the name, without a link to the profile', async () => {
	const [seller, buyer] = [await t.student(), await t.student({ userName: 'Vikram' })];
	const sold = await insertSale(await insertDeal(seller, buyer), { reviewUntil: daysFromNow(-1) });
	await insertReview(sold, 'buyer');
	await t.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, buyer.id));

	expect((await reviewsOf(seller)).reviews).toMatchObject([
		{ by: { id: buyer.id, userName: 'Vikram', hasPage: false } },
	]);
});

test('a request for the reviews of a banned, deleted or unknown user answers 404', async () => {
	const banned = await t.student({ bannedAt: new Date() });
	const deleted = await t.student({ deletedAt: new Date() });
	for (const id of [banned.id, deleted.id, 2_147_483_647]) {
		const res = await read(id);
		expect([res.statusCode, res.json().message]).toEqual([404, AUTH_ERRORS.userNotFound.message]);
	}
});
