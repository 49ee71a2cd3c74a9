import { describe, expect, test } from 'vitest';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { ADMIN_REVIEW_MESSAGES } from '#contract/admin/review-reports.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { eq } from '#server/db/drizzle.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { openAuditLog } from '#tests/support/audit-log.ts';
import { openCompletedDeals } from '#tests/support/completed-deals.ts';
import type { Student } from '#tests/support/factories.ts';

const t = await openApp();
const { insertReviewAbout } = openCompletedDeals(t);
const admin = await t.admin();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const audit = openAuditLog(t, superAdmin);

async function report(reviewId: number, reporter?: Student, complaint = 'Not true.') {
	const who = reporter ?? (await t.student());
	await t.as(who).post(`/report/report-review/${reviewId}`, { complaint, type: 'fraud' });
	const rows = await t.db.select().from(reports).where(eq(reports.reporterId, who.id));
	return rows.at(-1)?.id ?? 0;
}
const list = async (query = '') =>
	(await t.as(admin).get(`/admin/review-reports${query}`)).json().reviewReports;
const resolve = (id: number, body: object) =>
	t.as(admin).put(`/admin/review-reports/${id}/resolve`, body);
const dismiss = (id: number, body?: object) =>
	t.as(admin).put(`/admin/review-reports/${id}/dismiss`, body);
const unhide = (id: number) => t.as(admin).put(`/admin/reviews/${id}/unhide`);
const findReport = async (id: number) =>
	(await t.db.select().from(reports).where(eq(reports.id, id)))[0];
const findReview = async (id: number) =>
	(await t.db.select().from(dealReviews).where(eq(dealReviews.id, id)))[0];
const countPublicReviews = async ({ id }: Student) =>
	(await t.as(null).get(`/people/${id}/reviews`)).json().count;

test('the list of review reports shows the review, its writer and the reviewed user, and can be filtered', async () => {
	const seller = await t.student({ userName: 'Ravi' });
	const reporter = await t.student({ userName: 'Meena' });
	const reviewId = await insertReviewAbout(seller, {
		stars: 1,
		tags: ['unfriendly'],
		text: 'Rude.',
	});
	const id = await report(reviewId, reporter, 'An old grudge.');
	const other = await report(await insertReviewAbout(seller));
	await dismiss(other);

	const found = await list('?q=old GRUDGE');

	expect(found).toMatchObject([
		{
			id,
			type: 'fraud',
			complaint: 'An old grudge.',
			status: 'pending',
			action: null,
			reporter: { id: reporter.id, userName: 'Meena' },
			pendingForTarget: 1,
			Review: {
				id: reviewId,
				stars: 1,
				tags: ['unfriendly'],
				text: 'Rude.',
				role: 'buyer',
				isHidden: false,
				writer: { userName: 'Asha' },
				about: { id: seller.id, userName: 'Ravi' },
			},
		},
	]);
	expect(await list('?status=dismissed')).toMatchObject([{ id: other }]);
	expect(await list('?type=spam')).toEqual([]);
	const res = await t.as(admin).get(`/admin/review-reports/${id}`);
	expect(res.json()).toMatchObject({
		success: true,
		reviewReport: found[0],
		otherPending: [],
		history: [],
	});
	const csv = await t.as(admin).get('/admin/review-reports/export?q=grudge');
	expect(csv.body).toContain('An old grudge.');
	const counts = (await t.as(admin).get('/admin/counts')).json();
	expect(counts.pendingReviewReports).toBe(1);
	const { notifications: listed } = (await t.as(admin).get('/admin/notifications')).json();
	expect(listed).toContainEqual(expect.objectContaining({ about: 'Ravi' }));
});

describe('decisions on review reports', () => {
	test('the action review_hidden hides the review, notifies the reporter and is logged', async () => {
		const [seller, reporter] = [await t.student({ userName: 'Ravi' }), await t.student()];
		const reviewId = await insertReviewAbout(seller);
		const id = await report(reviewId, reporter);

		const res = await resolve(id, { action: 'review_hidden', notes: 'An insult.' });

		expect(res.json()).toEqual({ success: true, message: REPORT_DECISION_MESSAGES.resolved });
		expect(await findReview(reviewId)).toMatchObject({ hiddenAt: expect.any(Date) });
		expect(await countPublicReviews(seller)).toBe(0);
		expect(await findReport(id)).toMatchObject({
			status: 'resolved',
			action: 'review_hidden',
			adminNotes: 'An insult.',
			resolvedBy: admin.id,
		});
		const sent = await t.db
			.select()
			.from(notifications)
			.where(eq(notifications.userId, reporter.id));
		expect(sent).toMatchObject([
			{
				reportKind: 'review',
				reportId: id,
				title: NOTIFICATION_MESSAGES.reportResolved,
				message: NOTIFICATION_MESSAGES.reportResolvedText('the review of Ravi'),
			},
		]);
		const [entry] = (await audit.findEntries({ action: 'REVIEW_HIDDEN' })).auditLogs;
		expect(entry).toMatchObject({
			severity: 'MEDIUM',
			target: `review ${reviewId}`,
			targetName: 'of Ravi',
			details: `review report ${id}: An insult.`,
		});
		const [decided] = (await audit.findEntries({ action: 'REPORT_RESOLVED' })).auditLogs;
		expect(decided).toMatchObject({
			target: `review report ${id}`,
			targetName: `about the review of Ravi by ${reporter.userName}`,
		});
	});

	test('a report already decided together with another report about the same review is refused with 409, an unknown report with 404, and an action for users with 400', async () => {
		const reviewId = await insertReviewAbout(await t.student());
		const [first, second] = [await report(reviewId), await report(reviewId)];

		await resolve(first, { action: 'review_hidden', wholeTarget: true });

		expect(await findReport(second)).toMatchObject({ status: 'resolved', action: 'review_hidden' });
		const again = await dismiss(second);
		expect([again.statusCode, again.json().message]).toEqual([
			409,
			REPORT_DECISION_ERRORS.notPending.message,
		]);
		expect((await dismiss(2_147_483_647)).statusCode).toBe(404);
		expect((await resolve(second, { action: 'user_banned' })).statusCode).toBe(400);
	});
});

test('an administrator can unhide a hidden review, and a second attempt is refused with 409', async () => {
	const seller = await t.student();
	const reviewId = await insertReviewAbout(seller);
	await resolve(await report(reviewId), { action: 'review_hidden' });

	const res = await unhide(reviewId);

	expect(res.json()).toEqual({ success: true, message: ADMIN_REVIEW_MESSAGES.unhidden });
	expect(await countPublicReviews(seller)).toBe(1);
	const [entry] = (await audit.findEntries({ action: 'REVIEW_UNHIDDEN' })).auditLogs;
	expect(entry).toMatchObject({ severity: 'MEDIUM', target: `review ${reviewId}` });
	const again = await unhide(reviewId);
	expect([again.statusCode, again.json().message]).toEqual([
		409,
		REPORT_ERRORS.reviewNotHidden.message,
	]);
	expect((await unhide(2_147_483_647)).statusCode).toBe(404);
});
