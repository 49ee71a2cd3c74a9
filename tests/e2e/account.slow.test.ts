import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/log-in.ts';
import { type Person, postItemAs, registerPerson, signUpPerson } from '#tests/support/people.ts';
import { fillItemForm } from '#tests/support/posting.ts';
import { storedDraftKeys } from '#tests/support/stored-draft-keys.ts';

const { visit } = await openBrowser();

test('a user downloads their data and deletes the account by keyboard; then drafts, profile and item are gone, and the login fails', async () => {
	const person = await registerPerson('Lakshmi');
	const item = await postItemAs(person, { title: 'Lab coat, size M' });
	const page = await visit('/post', { as: person });
	await fillItemForm(page);
	await expect.poll(() => storedDraftKeys(page)).toContain(`${person.id}/new/fields`);
	await page.goto('/account');
	const started = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download my data' }).click();
	const downloadedData = JSON.parse(await readFile(await (await started).path(), 'utf8'));
	expect(downloadedData).toMatchObject({
		account: { userName: 'Lakshmi', email: person.email },
		items: [{ title: 'Lab coat, size M' }],
	});

	const keys = page.keyboard;
	await page.getByRole('button', { name: 'Delete my account' }).focus();
	await keys.press('Enter');
	const dialog = page.getByRole('alertdialog', { name: 'Delete my account' });
	await dialog.getByText('This cannot be undone.').waitFor();
	await dialog.getByLabel('Your password').focus();
	await keys.type(person.password);
	await keys.press('Enter');
	await page.getByText(ACCOUNT_MESSAGES.deleted).waitFor();
	await expect.poll(() => storedDraftKeys(page)).toEqual([]);
	await keys.press('Escape');
	await page.waitForURL('/');

	expect(await page.evaluate(() => localStorage.length)).toBe(0);
	expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('signed-in');
	await page.goto(`/people/${person.id}`);
	await page.getByText(AUTH_ERRORS.userNotFound.message).waitFor();
	await page.goto(`/item/${item}`);
	await page.getByText(ITEM_ERRORS.notFound.message).waitFor();
	await page.goto('/login');
	await logIn(page, person.email, person.password);
	await page.getByText(AUTH_ERRORS.invalidCredentials.message).waitFor();
});

/** Whether the page cache still has the entry that `leaveDraft` added. */
const hasCacheMark = (page: Page) =>
	page.evaluate(async () => Boolean(await caches.match('/mark')));

/** Leaves the draft of an item and an entry in the page cache in the browser. */
async function leaveDraft(page: Page, person: Person): Promise<void> {
	await page.goto('/post');
	await fillItemForm(page);
	await expect.poll(() => storedDraftKeys(page)).toContain(`${person.id}/new/fields`);
	await page.evaluate(async () => {
		await navigator.serviceWorker.ready;
		await (await caches.open('seen')).put('/mark', new Response(''));
	});
}

async function endSessionElsewhere(page: Page): Promise<void> {
	const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '');
	const address = `${inject('marketAddress')}/api/account/sign-out-everywhere`;
	const headers = { authorization: `Bearer ${token}` };
	const response = await fetch(address, { method: 'POST', headers });
	expect(response.ok).toBe(true);
	await page.goto('/');
	await page.getByRole('link', { name: 'Login' }).waitFor();
}

async function logInAs(page: Page, { email, password }: Person): Promise<void> {
	await page.goto('/login');
	await logIn(page, email, password);
	await page.waitForURL('/');
}

test('drafts and cached pages are kept when a session ends elsewhere, and deleted when another user logs in, and on logout', async () => {
	const [person, next] = [await signUpPerson('Meera'), await signUpPerson('Ravi')];
	const page = await visit('/', { as: person, hasServiceWorker: true });
	await leaveDraft(page, person);
	await endSessionElsewhere(page);

	await logInAs(page, person);
	await page.goto('/post');
	await page.getByText('This is what you had not sent yet.').waitFor();
	expect(await hasCacheMark(page)).toBe(true);

	await endSessionElsewhere(page);
	await logInAs(page, next);
	await expect.poll(() => storedDraftKeys(page)).toEqual(['owner']);
	await expect.poll(() => hasCacheMark(page)).toBe(false);

	await leaveDraft(page, next);
	await page.goto('/profile');
	await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
	await page.getByRole('link', { name: 'Login' }).first().waitFor();
	await expect.poll(() => storedDraftKeys(page)).toEqual([]);
	await expect.poll(() => hasCacheMark(page)).toBe(false);
});
