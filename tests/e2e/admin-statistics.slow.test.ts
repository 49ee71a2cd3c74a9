import { expect, test } from 'vitest';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

test('the dashboard shows counts, the analytics page shows one table row per day, and both have no axe violations', async () => {
	const page = await visit('/admin/dashboard', { admin: await adminAccess.admin() });
	for (const label of ['Total Users', 'Total Items', 'Verified Users', 'Banned Items'])
		await page.locator('dl').getByText(label, { exact: true }).waitFor();
	await expect.poll(() => page.getByText(/^\+[\d,]+ this week$/).count()).toBe(2);
	await page
		.getByText(/than last week|as many as last week/)
		.first()
		.waitFor();
	await expectAccessibleInAllViewports(page);

	await page.getByRole('main').getByRole('link', { name: 'Analytics' }).click();
	await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
	await page.getByText('14 days', { exact: true }).click();
	await page.waitForURL('**/admin/analytics?days=14');
	await page.getByText('The figures of each day').click();
	const table = page.getByRole('table', { name: 'Daily activity' });

	await expect.poll(() => table.getByRole('row').count()).toBe(15);
	await expectAccessibleInAllViewports(page);
});
