import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { dismissReport } from '#contract/admin/reports.ts';
import { button, panelOf } from '#tests/support/admin-locators.ts';
import { fakeItemReports, itemReport } from '#tests/support/fake-admin-reports.ts';
import { fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const NAME = 'report about Kettle by Meena';
const panel = panelOf(/^Report about/);

/** Dismisses the only report. @returns a function that releases the answer */
async function sendDismissal(): Promise<() => void> {
	vi.useFakeTimers();
	fakeItemReports(itemReport('Kettle'));
	const release = fakeApi.hold(dismissReport);
	await renderAdminPage(ADMIN_PAGES.reports, { as: ADMIN, width: 1440 });
	await button(`Dismiss ${NAME}`).click();
	await skipUntil(() => fakeApi.requests(dismissReport).length === 1);
	return release;
}

test('while a decision on a report is being sent, the report cannot be decided, even after leaving and reopening the page, until the request fails', async () => {
	const release = await sendDismissal();
	onTestFinished(release);
	fakeApi.answer(dismissReport, NO_CONNECTION);
	fakeAdminUsers();
	await page.getByRole('link', { name: 'Users', exact: true }).first().click();
	await expect.element(page.getByText('No users yet')).toBeVisible();

	await page.getByRole('link', { name: 'Item reports' }).first().click();
	await button(`View ${NAME}`).click();
	const dismiss = button('Dismiss', panel);
	await expect.element(dismiss).toHaveAttribute('aria-disabled', 'true');
	release();

	await expect.element(dismiss).not.toHaveAttribute('aria-disabled');
});
