import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_SEARCH_MESSAGES } from '#contract/admin/search.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { adminLoginPage } from '#tests/support/admin-login-page.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createSellerAndBuyer } from '#tests/support/chat-page.ts';
import { PASSWORD } from '#tests/support/password.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

const storedCredentials = (page: Page) =>
	page.evaluate(() =>
		['adminToken', 'adminId', 'adminRole'].map((key) => localStorage.getItem(key)),
	);

test('an administrator signs in, finds an item by keyboard, bans a user, whose open chat is signed out at once, lifts the ban, and logs out', async () => {
	// Only super administrators see administrators' actions in the history.
	const admin = await adminAccess.admin({ roleLevel: 'super_admin' });
	const word = `zz${Date.now()}`;
	const { buyer, buyerPath, itemId } = await createSellerAndBuyer({ title: `Lamp ${word}` });
	const buying = await visit(buyerPath, { as: buyer });
	await buying.getByRole('button', { name: 'Send' }).waitFor();
	const page = await visit('/admin/analytics?days=14', { width: 1440 });
	const { email, password, login, heading } = adminLoginPage(page);
	await email.fill(admin.email);
	await password.fill(PASSWORD);
	await login.click();
	await page.waitForURL('**/admin/analytics?days=14');
	await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
	expect((await storedCredentials(page)).slice(1)).toEqual([String(admin.id), 'super_admin']);

	await page.keyboard.press('/');
	await page.getByRole('combobox', { name: ADMIN_SEARCH_MESSAGES.label }).fill(word);
	await page.getByRole('option', { name: `Lamp ${word}` }).waitFor();
	await page.keyboard.press('Enter');
	await page.waitForURL(`**/admin/items?item=${itemId}`);

	await page.goto(`/admin/users?user=${buyer.id}`);
	const panel = page.getByRole('dialog', { name: buyer.userName, exact: true });
	await panel.getByText(buyer.email).waitFor();
	await page.keyboard.press('b');
	const dialog = page.getByRole('dialog', { name: `Ban ${buyer.userName}` });
	await dialog.getByLabel('Reason (optional)').fill('Asked for money in advance.');
	await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
	await panel.getByText('User banned', { exact: true }).waitFor();
	await panel.getByText('Asked for money in advance.').first().waitFor();
	await expect.poll(() => buying.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
	await page.getByRole('button', { name: 'Undo' }).click();
	await page.getByText('Undone.').waitFor();
	await panel.getByRole('button', { name: 'Ban', exact: true }).waitFor();

	await page.goto('/admin/dashboard');
	await page.getByRole('button', { name: 'Logout' }).click();
	await heading.waitFor();
	expect(await storedCredentials(page)).toEqual([null, null, null]);
});
