import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const uniqueWord = () => `w${randomUUID().slice(0, 8)}`;

test('an open question keeps its user and its text when the response about another user arrives', async () => {
	const word = uniqueWord();
	const mira = await signUpPerson(`Mira ${word}`);
	await signUpPerson(`Nila ${word}`);
	const page = await visit(`/admin/users?search=${word}`, { admin: await adminAccess.admin() });
	const rowOf = (name: string) => page.locator('tr', { hasText: name });
	const dialog = page.getByRole('dialog', { name: /^Ban / });
	const openBanDialog = async (name: string) => {
		await rowOf(name).getByRole('button', { name: /^More/ }).click();
		await rowOf(name).getByRole('button', { name: /^Ban/ }).click();
	};
	const ban = dialog.getByRole('button', { name: 'Ban', exact: true });
	const letBan = await delayRequests(page, `**/users/${mira.id}/ban`);
	await openBanDialog('Mira');
	await ban.click();
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await openBanDialog('Nila');
	await dialog.getByLabel('Reason (optional)').fill('Asked for money in advance.');

	letBan();
	await rowOf('Mira').getByText('Banned', { exact: true }).waitFor();
	await ban.click();
	await rowOf('Nila').getByText('Banned', { exact: true }).waitFor();

	await rowOf('Nila').getByRole('button', { name: /^View/ }).click();
	await page.getByText('Asked for money in advance.').first().waitFor();
});

test('several users stay selected, with the question open, until the confirmed change is done', async () => {
	const word = uniqueWord();
	await postItemAs(await signUpPerson(), { title: `Lamp ${word}` });
	const page = await visit(`/admin/items?search=${word}`, { admin: await adminAccess.admin() });
	const letBan = await delayRequests(page, '**/api/admin/items/bulk');
	const confirmDialog = page.getByRole('alertdialog', { name: 'Ban' });
	const bar = page.getByRole('region', { name: 'Selection' });
	await page.getByRole('checkbox', { name: 'Select all items on this page' }).check();
	await bar.getByRole('button', { name: 'Ban', exact: true }).click();
	await confirmDialog.getByRole('button', { name: 'Ban', exact: true }).click();

	await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
	await page.keyboard.press('Escape');
	await confirmDialog.getByText('Ban 1 item.').waitFor();
	letBan();

	await confirmDialog.waitFor({ state: 'hidden' });
	await page.getByRole('button', { name: `Unban Lamp ${word}` }).waitFor();
	expect(await bar.count()).toBe(0);
});

test('the form for a new administrator stays open, whatever happened to the previous one', async () => {
	const me = await adminAccess.admin({ roleLevel: 'super_admin' });
	const page = await visit('/admin/settings', { admin: me, width: 1280 });
	const dialog = page.getByRole('dialog', { name: 'Add administrator' });
	const username = dialog.getByLabel('Username');
	const cancel = dialog.getByRole('button', { name: 'Cancel' });
	const open = () => page.getByRole('button', { name: 'Add administrator' }).click();
	const addWithDelayedResponse = async (email: string) => {
		const releaseRequests = await delayRequests(page, '**/api/admin/register');
		await open();
		await username.fill('Imran');
		await dialog.getByLabel('Email').fill(email);
		await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await dialog.getByRole('button', { name: 'Add' }).click();
		await cancel.click();
		await open();
		await username.fill('Joseph');
		releaseRequests();
	};

	await addWithDelayedResponse(`${randomUUID()}@campus.example`);
	await page.getByRole('status').getByText(ADMINISTRATOR_MESSAGES.registered).waitFor();
	expect(await username.inputValue()).toBe('Joseph');
	await cancel.click();
	await addWithDelayedResponse(me.email);
	await page.getByRole('alert').getByText(ADMINISTRATOR_MESSAGES.emailTaken).waitFor();
	expect(await username.inputValue()).toBe('Joseph');
});

test('the question about removing an administrator stays open until the removal is done', async () => {
	const me = await adminAccess.admin({ roleLevel: 'super_admin' });
	const { id, username } = await adminAccess.admin({ username: uniqueWord() });
	const page = await visit('/admin/settings', { admin: me, width: 1280 });
	const letRemove = await delayRequests(page, `**/api/admin/admins/${id}`);
	const confirmDialog = page.getByRole('alertdialog');
	const row = page.getByRole('row').filter({ hasText: username });
	await row.getByRole('button', { name: 'Remove' }).click();
	await confirmDialog.getByRole('button', { name: 'Remove' }).click();

	await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
	await confirmDialog.getByText(username).waitFor();
	letRemove();

	await confirmDialog.waitFor({ state: 'hidden' });
	await row.waitFor({ state: 'hidden' });
});

test('a panel that cannot be reloaded keeps its content and its actions, and says so', async () => {
	const mira = await signUpPerson(`Mira ${uniqueWord()}`);
	const page = await visit(`/admin/users?user=${mira.id}`, { admin: await adminAccess.admin() });
	const panel = page.getByRole('dialog', { name: mira.userName, exact: true });
	await panel.getByRole('button', { name: /^Warn/ }).waitFor();
	await page.route(`**/api/admin/users/${mira.id}`, (route) => route.abort());

	await adminAccess.callAs(await adminAccess.admin())('PUT', `/admin/users/${mira.id}/verify`, {
		isVerified: true,
	});

	await panel.getByRole('alert').waitFor();
	await panel.getByRole('button', { name: /^Warn/ }).waitFor();
	await page.unroute(`**/api/admin/users/${mira.id}`);
	await panel.getByRole('button', { name: 'Try again' }).click();
	await panel.getByRole('button', { name: /^Unverify/ }).waitFor();
});
