import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { approveFeedback, bulkApproveFeedback } from '#contract/admin/feedback.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { answerQuestion, button, rowOf } from '#tests/support/admin-locators.ts';
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

async function approveAll(): Promise<void> {
	await page.getByLabelText('Select all pending feedback').click();
	await button('Approve selected').click();
	await answerQuestion('Approve selected');
}

test.each([
	['approval', approveFeedback, () => button(`Approve ${NAME}`).click()],
	['bulk approval', bulkApproveFeedback, approveAll],
])(
	'while the %s of feedback is being sent, the feedback cannot be decided, even after leaving and reopening the page, until the request fails',
	async (_, endpoint, approve) => {
		vi.useFakeTimers();
		fakeAdminFeedback(adminFeedback('Asha'));
		fakeAdminUsers();
		fakeApi.answer(endpoint, NO_CONNECTION);
		const release = fakeApi.hold(endpoint);
		onTestFinished(release);
		await renderAdminPage(ADMIN_PAGES.users, { as: ADMIN, width: 1440 });
		const feedbackLink = page.getByRole('link', { name: 'Feedback', exact: true }).first();
		await feedbackLink.click();
		await approve();
		await skipUntil(() => fakeApi.requests(endpoint).length === 1);

		window.history.back();
		await expect.element(page.getByText('No users yet')).toBeVisible();
		await feedbackLink.click();
		await expect.element(rowOf('Asha')).toBeVisible();
		expect(rowButtons()).toEqual([`View ${NAME}`]);
		release();

		await skipUntil(button(`Approve ${NAME}`));
	},
);
