import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createSellerAndBuyer } from '#tests/support/chat-page.ts';
import { type Person, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

const rowOf = (page: Page, { userName }: Person) =>
	page.getByRole('row').filter({ hasText: userName });

test('the user list keeps search, filter and order after a reload, and its CSV export contains only the matching users', async () => {
	const admin = await adminAccess.admin();
	const word = `w${randomUUID().slice(0, 8)}`;
	const [asha, bela] = [await signUpPerson(`Asha ${word}`), await signUpPerson(`Bela ${word}`)];
	await adminAccess.callAs(admin)('PUT', `/admin/users/${bela.id}/verify`, { isVerified: true });
	const page = await visit('/admin/users', { admin, width: 1440 });
	const order = page.getByRole('combobox', { name: 'Order' });
	const letterKeys = page.getByRole('checkbox', { name: 'Letter keys' });

	await page.getByRole('searchbox', { name: 'Search users' }).fill(word);
	// Until the search is applied the list may show all users.
	await page.waitForURL(`**/admin/users?search=${word}`);
	await page.getByText('2 users', { exact: true }).waitFor();
	await page.getByText('Unverified', { exact: true }).first().click();
	await rowOf(page, bela).waitFor({ state: 'detached' });
	await order.selectOption('name');
	await page.getByText('Letter keys').click();
	await page.reload();
	await rowOf(page, asha).waitFor();
	expect(await order.inputValue()).toBe('name');
	expect(await letterKeys.isChecked()).toBe(false);
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Export CSV' }).click(),
	]);

	expect(file.suggestedFilename()).toBe('users.csv');
	const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
	expect(lines).toHaveLength(2);
	expect(lines[1]).toContain(asha.email);
});

test('when an administrator bans a user, the chat page that the user has open is signed out at once; Undo lifts the ban', async () => {
	// Only super administrators see administrators' actions in the history.
	const admin = await adminAccess.admin({ roleLevel: 'super_admin' });
	const { buyer, buyerPath } = await createSellerAndBuyer();
	const buying = await visit(buyerPath, { as: buyer });
	await buying.getByRole('button', { name: 'Send' }).waitFor();
	const page = await visit(`/admin/users?user=${buyer.id}`, { admin, width: 1440 });
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
});
