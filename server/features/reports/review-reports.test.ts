import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { reviewReports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { openCompletedDeals } from '#tests/support/completed-deals.ts';
import type { Student } from '#tests/support/factories.ts';

const t = await openApp();
const { insertCompletedSale, insertReview, insertReviewAbout } = openCompletedDeals(t);

const report = (who: Student | null, id: number, body: object = { complaint: 'Not true.' }) =>
	t.as(who).post(`/report/report-review/${id}`, body);
const reportsOf = (who: Student) =>
	t.db.select().from(reviewReports).where(eq(reviewReports.reporterId, who.id));

describe('reports of reviews', () => {
	test('the same report of a review sent three times is stored once, and administrators get one notification with a link', async () => {
		const [reporter, seller] = [await t.student(), await t.student()];
		const id = await insertReviewAbout(seller);
		const body = { complaint: ' An insult. ', type: 'inappropriate' };

		const responses = await Promise.all([1, 2, 3].map(() => report(reporter, id, body)));

		for (const res of responses) {
			expect(res.statusCode).toBe(201);
			expect(res.json()).toEqual({ success: true, message: REPORT_MESSAGES.reviewReported });
		}
		const stored = await reportsOf(reporter);
		expect(stored).toMatchObject([
			{ reviewId: id, complaint: 'An insult.', type: 'inappropriate', status: 'pending' },
		]);
		const adminNotifications = await t.db
			.select({ title: announcements.title, link: announcements.link })
			.from(announcements)
			.where(eq(announcements.message, `Review ${id}: inappropriate`));
		expect(adminNotifications).toEqual([
			{ title: 'New report of a review', link: `/admin/review-reports?report=${stored[0]?.id}` },
		]);
	});

	test('a report of a review without a reason or without a session is refused', async () => {
		const id = await insertReviewAbout(await t.student());

		const res = await report(await t.student(), id, { complaint: ' ' });

		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject(REPORT_ERRORS.reviewReason);
		expect((await report(null, id)).statusCode).toBe(401);
	});

	test('the reviewed user can report a review, and its writer cannot', async () => {
		const [seller, buyer] = [await t.student(), await t.student()];
		const sold = await insertCompletedSale(seller, buyer);
		const id = await insertReview(sold, 'buyer');
		await insertReview(sold, 'seller');

		const own = await report(buyer, id);

		expect(own.statusCode).toBe(403);
		expect(own.json()).toEqual({ success: false, ...REPORT_ERRORS.ownReview });
		expect((await report(seller, id)).statusCode).toBe(201);
		expect(await reportsOf(buyer)).toEqual([]);
	});
});

test('the list of own reports includes reports of reviews, with the reviewed user', async () => {
	const [seller, reporter] = [await t.student({ userName: 'Ravi' }), await t.student()];
	const reviewId = await insertReviewAbout(seller);
	const item = await t.item(seller);
	await t.as(reporter).post(`/report/report-item/${item.id}`, { complaint: 'Not real.' });
	await report(reporter, reviewId, { complaint: 'Spam.', type: 'spam' });
	const read = async (query = '') => (await t.as(reporter).get(`/reports/mine${query}`)).json();

	const { reports } = await read();

	expect(reports).toMatchObject([
		{
			id: expect.stringMatching(/^r\d+$/),
			kind: 'review',
			about: 'the review of Ravi',
			link: `/people/${seller.id}`,
			type: 'spam',
			complaint: 'Spam.',
			status: 'pending',
		},
		{ kind: 'item' },
	]);
	const first = await read('?limit=1');
	const second = await read(`?limit=1&cursor=${first.nextCursor}`);
	expect([...first.reports, ...second.reports]).toEqual(reports);
});
