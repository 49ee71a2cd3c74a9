import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { approveFeedback } from '#contract/admin/feedback.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { alert, button, rowOf } from '#tests/support/admin-locators.ts';
import { adminFeedback, fakeAdminFeedback } from '#tests/support/fake-admin-feedback.ts';
import { fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const NAME = 'feedback from Asha';
const rowButtons = () =>
	rowOf('Asha')
		.getByRole('button')
		.elements()
		.map(({ ariaLabel }) => ariaLabel);

test('feedback whose approval is being sent cannot be decided when the administrator leaves the page and comes back, until the approval has failed', async () => {
	vi.useFakeTimers();
	fakeAdminFeedback(adminFeedback('Asha'));
	fakeAdminUsers();
	fakeApi.answer(approveFeedback, NO_CONNECTION);
	const release = fakeApi.hold(approveFeedback);
	onTestFinished(release);
	await renderAdminPage(ADMIN_PAGES.feedback, { as: ADMIN, width: 1440 });
	await button(`Approve ${NAME}`).click();
	await skipUntil(() => fakeApi.requests(approveFeedback).length === 1);

	await page.getByRole('link', { name: 'Users', exact: true }).first().click();
	await expect.element(page.getByText('No users yet')).toBeVisible();
	await page.getByRole('link', { name: 'Feedback', exact: true }).first().click();
	await expect.element(rowOf('Asha')).toBeVisible();
	expect(rowButtons()).toEqual([`View ${NAME}`]);
	release();

	await skipUntil(alert.getByText(REQUEST_ERRORS.failed.message));
	await expect.element(button(`Approve ${NAME}`)).toBeVisible();
});
