import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/log-in.ts';
import { postItemAs, registerPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('a user downloads their data and deletes the account by keyboard; afterwards profile and item are not found, and the login fails', async () => {
	const person = await registerPerson('Lakshmi');
	const item = await postItemAs(person, { title: 'Lab coat, size M' });
	const page = await visit('/account', { as: person });
	await page.clock.setFixedTime('2026-11-18T20:00:00Z');
	const started = page.waitForEvent('download');

	await page.getByRole('button', { name: 'Download my data' }).click();

	const download = await started;
	expect(download.suggestedFilename()).toBe('my-data-2026-11-19.json');
	const downloadedData = JSON.parse(await readFile(await download.path(), 'utf8'));
	expect(downloadedData).toMatchObject({
		account: { userName: 'Lakshmi', email: person.email },
		items: [{ title: 'Lab coat, size M' }],
	});

	const keys = page.keyboard;

	await page.getByRole('button', { name: 'Delete my account' }).focus();
	await keys.press('Enter');
	const dialog = page.getByRole('alertdialog', { name: 'Delete my account' });
	await dialog.getByText('This cannot be undone.').waitFor();
	await keys.press('Escape');
	await dialog.waitFor({ state: 'hidden' });
	await keys.press('Enter');
	await dialog.getByLabel('Your password').focus();
	await keys.type('not it');
	await keys.press('Enter');
	await dialog.getByText(ACCOUNT_ERRORS.wrongPassword.message).waitFor();
	await keys.press('ControlOrMeta+a');
	await keys.type(person.password);
	await keys.press('Enter');
	await page.getByText(ACCOUNT_MESSAGES.deleted).waitFor();
	await keys.press('Escape');
	await page.waitForURL('/');

	expect(await page.evaluate(() => localStorage.length)).toBe(0);
	await page.goto(`/people/${person.id}`);
	await page.getByText(AUTH_ERRORS.userNotFound.message).waitFor();
	await page.goto(`/item/${item}`);
	await page.getByText(ITEM_ERRORS.notFound.message).waitFor();
	await page.goto('/login');
	await logIn(page, person.email, person.password);
	await page.getByText(AUTH_ERRORS.invalidCredentials.message).waitFor();
});
