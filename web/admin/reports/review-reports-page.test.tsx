import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_REVIEW_MESSAGES,
	type AdminReviewReport,
	getReviewReport,
	listReviewReports,
	resolveReviewReport,
	unhideReview,
} from '#contract/admin/review-reports.ts';
import { button, panelOf, pressByKeyboard, rowOf, text } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { storeRows } from '#tests/support/stored-rows.ts';

const success = true as const;
const TITLE = 'Report by Meena about Vikram’s review of Ravi';
const panel = panelOf(TITLE);

function reviewReport(changes: Partial<AdminReviewReport['Review']> = {}): AdminReviewReport {
	return {
		id: 41,
		type: 'fraud',
		complaint: 'An old grudge.',
		status: 'pending',
		action: null,
		createdAt: '2026-02-03T04:05:06.000Z',
		resolvedAt: null,
		resolver: null,
		adminNotes: null,
		reporter: { id: 8, userName: 'Meena' },
		pendingForTarget: 1,
		reportsForTarget: 1,
		reportersForTarget: 1,
		Review: {
			id: 300,
			stars: 1,
			tags: ['unfriendly'],
			text: 'Rude.',
			answer: null,
			role: 'buyer',
			createdAt: '2026-02-01T04:05:06.000Z',
			isHidden: false,
			itemId: 5,
			writer: { id: 9, userName: 'Vikram' },
			about: { id: 10, userName: 'Ravi' },
			...changes,
		},
	};
}

function fakeReviewReports(report: AdminReviewReport): void {
	const stored = storeRows([report]);
	fakeApi.answer(listReviewReports, ({ query }) => {
		const { rows, pagination } = stored.page(query, () => true);
		return { success, reviewReports: rows, pagination };
	});
	fakeApi.answer(getReviewReport, () => ({
		success,
		reviewReport: stored.get(report.id),
		otherPending: [],
	}));
	fakeApi.answer(resolveReviewReport, ({ body: { action, notes } }) => {
		stored.change(report.id, {
			status: 'resolved',
			action,
			adminNotes: notes ?? null,
			Review: { ...report.Review, isHidden: action === 'review_hidden' },
		});
		return { success, message: REPORT_DECISION_MESSAGES.resolved };
	});
	fakeApi.answer(unhideReview, () => {
		stored.change(report.id, { Review: { ...report.Review, isHidden: false } });
		return { success, message: ADMIN_REVIEW_MESSAGES.unhidden };
	});
}

const open = (query = '') =>
	renderAdminPage(`/admin/review-reports${query}`, { as: ADMIN, width: 1440 });

test('the list of review reports and the panel of a report show the reported review and have no axe violations', async () => {
	fakeReviewReports(reviewReport());
	await open('?report=41');

	await expect.element(rowOf('An old grudge.').getByText('Ravi')).toBeVisible();
	await expect.element(panel.getByRole('img', { name: '1 of 5 stars' })).toBeVisible();
	for (const fact of ['Rude.', 'Unfriendly', 'Vikram', 'Shown'])
		await expect.element(text(fact, panel)).toBeVisible();
	const hint = 'Kept with the report. Only administrators see them.';
	await expect.element(text(hint, panel)).toBeVisible();
	await expectAccessible();
});

test('an administrator hides a reported review after confirmation, and then shows the review again', async () => {
	fakeReviewReports(reviewReport());
	await open('?report=41');

	await panel.getByRole('button', { name: /^Hide review/ }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Hide review' }).click();
	await expect.element(text(REPORT_DECISION_MESSAGES.resolved)).toBeVisible();
	await expect.element(text('Hidden', panel)).toBeVisible();
	expect(fakeApi.requests(resolveReviewReport)[0]?.body).toMatchObject({ action: 'review_hidden' });

	await pressByKeyboard(button('Show the review again', panel));

	await expect.element(text(ADMIN_REVIEW_MESSAGES.unhidden)).toBeVisible();
	await expect.element(text('Shown', panel)).toBeVisible();
	expect(fakeApi.requests(unhideReview)[0]?.params).toEqual({ id: 300 });
	await expect.element(button('Show the review again', panel)).not.toBeInTheDocument();
	await expect.poll(() => panel.element().contains(document.activeElement)).toBe(true);
});
