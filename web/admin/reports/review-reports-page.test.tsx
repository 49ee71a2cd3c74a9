import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_REVIEW_MESSAGES,
	resolveReviewReport,
	unhideReview,
} from '#contract/admin/review-reports.ts';
import { button, panelOf, pressByKeyboard, rowOf, text } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeReviewReports, reviewReport } from '#tests/support/fake-review-reports.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const TITLE = 'Report by Meena about Vikram’s review of Ravi';
const panel = panelOf(TITLE);

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
