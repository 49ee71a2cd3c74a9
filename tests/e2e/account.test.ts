import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { logIn, openAccountPages } from '#tests/support/account-page.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { postItemAs, registerPerson } from '#tests/support/people.ts';

const { visit, openAccount } = await openAccountPages();

test('a wrong password is reported at its field, which gets the focus, and the typed values stay', async () => {
	const page = await openAccount(await registerPerson(), 360);

	await page.getByLabel('Phone number').fill('98765 00001');
	await page.getByLabel('Your password').fill('not it');
	await page.keyboard.press('Enter');

	await page.getByRole('alert').getByText(ACCOUNT_MESSAGES.wrongPassword).waitFor();
	const password = page.getByLabel('Your password');
	await expectFocus(password);
	expect(await password.inputValue()).toBe('not it');
	expect(await page.getByLabel('Phone number').inputValue()).toBe('98765 00001');
});

test('a name that could not be saved stays in its field and is saved on the next try', async () => {
	const person = await registerPerson('Ishaan');
	const page = await openAccount(person);
	await page.route('**/api/account/name', (route) => route.abort());

	await page.getByRole('textbox', { name: 'Name' }).fill('Ishaan Rao');
	await page.getByRole('button', { name: 'Save name' }).click();
	await page.getByText(ITEM_MESSAGES.noConnection).waitFor();
	await page.unroute('**/api/account/name');
	await page.getByRole('button', { name: 'Save name' }).click();

	await page.getByRole('status').getByText(ACCOUNT_MESSAGES.nameChanged).waitFor();
	await page.goto(`/people/${person.id}`);
	await page.getByRole('heading', { name: 'Ishaan Rao', level: 1 }).waitFor();
});

test('changing the password keeps this device signed in and signs the others out', async () => {
	const person = await registerPerson('Nikhil');
	const other = await visit('/login');
	await logIn(other, person.email, person.password);
	await other.getByRole('link', { name: 'Profile' }).waitFor();
	const page = await openAccount(person);

	await page.getByLabel('Current password').fill(person.password);
	await page.getByLabel('New password', { exact: true }).fill('a better one');
	await page.getByLabel('Confirm new password').fill('a better one');
	await page.getByRole('button', { name: 'Change password' }).click();
	await page.getByText(ACCOUNT_MESSAGES.passwordChanged).waitFor();

	await expect.poll(() => page.getByLabel('Current password').inputValue()).toBe('');
	await page.reload();
	await page.getByRole('list', { name: 'Devices' }).getByText('This device').waitFor();
	await other.goto('/profile');
	await other.waitForURL('/');
});

test('after another device is signed out the focus moves to the heading', async () => {
	const person = await registerPerson('Pooja');
	const other = await visit('/login');
	await logIn(other, person.email, person.password);
	await other.getByRole('link', { name: 'Profile' }).waitFor();
	const page = await openAccount(person, 360);

	const others = page.getByRole('list', { name: 'Devices' }).getByRole('button');
	await others.filter({ hasText: 'Sign out' }).click();
	await page.getByText(ACCOUNT_MESSAGES.sessionEnded).waitFor();

	const heading = page.getByRole('heading', { name: 'Devices' });
	await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
	await other.goto('/profile');
	await other.waitForURL('/');
});

test('signing out everywhere asks first and signs out this device as well', async () => {
	const person = await registerPerson();
	const page = await openAccount(person);

	await page.getByRole('button', { name: 'Sign out everywhere' }).click();
	const dialog = page.getByRole('alertdialog');
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await page.getByRole('button', { name: 'Sign out everywhere' }).click();
	await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();

	await page.waitForURL('/');
	await page.getByRole('link', { name: 'Login' }).first().waitFor();
	expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a user downloads all stored data as one file', async () => {
	const person = await registerPerson('Lakshmi');
	await postItemAs(person, { title: 'Lab coat, size M' });
	const page = await openAccount(person);
	await page.clock.setFixedTime('2026-11-18T20:00:00Z');
	const started = page.waitForEvent('download');

	await page.getByRole('button', { name: 'Download my data' }).click();

	const download = await started;
	expect(download.suggestedFilename()).toBe('my-data-2026-11-19.json');
	const data = JSON.parse(await readFile(await download.path(), 'utf8'));
	expect(data).toMatchObject({
		account: { userName: 'Lakshmi', email: person.email },
		items: [{ title: 'Lab coat, size M' }],
	});
});

test('a user deletes the account by keyboard alone and nothing of it stays visible', async () => {
	const person = await registerPerson('Rohan');
	const item = await postItemAs(person);
	const page = await openAccount(person);
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
	await dialog.getByText(ACCOUNT_MESSAGES.wrongPassword).waitFor();
	await keys.press('ControlOrMeta+a');
	await keys.type(person.password);
	await keys.press('Enter');
	await page.getByText(ACCOUNT_MESSAGES.deleted).waitFor();
	await keys.press('Escape');
	await page.waitForURL('/');

	expect(await page.evaluate(() => localStorage.length)).toBe(0);
	await page.goto(`/people/${person.id}`);
	await page.getByText(AUTH_MESSAGES.userNotFound).waitFor();
	await page.goto(`/item/${item}`);
	await page.getByText(ITEM_MESSAGES.notFound).waitFor();
	await page.goto('/login');
	await logIn(page, person.email, person.password);
	await page.getByText(AUTH_MESSAGES.invalidCredentials).waitFor();
});

test('on a phone an index links to each section; on a wide page there is no index', async () => {
	const page = await openAccount(await registerPerson(), 360);
	const index = page.getByRole('navigation', { name: 'Sections of your account' });
	const titles = await index.getByRole('link').allInnerTexts();

	expect(titles).toHaveLength(10);
	for (const name of titles) {
		await index.getByRole('link', { name, exact: true }).click();
		await expectFocus(page.getByRole('heading', { name, level: 2, exact: true }));
	}
	expect(page.url()).toMatch(/#delete$/);
	await page.reload();
	await expectFocus(page.getByRole('heading', { name: 'Delete my account' }));
	await page.setViewportSize({ width: 1280, height: 800 });
	await index.waitFor({ state: 'hidden' });
});

test('the tab order of the account page is its reading order', async () => {
	const page = await openAccount(await registerPerson());
	await page.getByRole('list', { name: 'Devices' }).waitFor();
	await page.getByRole('switch').first().waitFor();
	await page.getByRole('heading', { name: 'Your account' }).focus();

	const walked: string[] = [];
	while (walked.at(-1) !== 'Delete my account…' && walked.length < 30) {
		await page.keyboard.press('Tab');
		walked.push(await page.evaluate(nameOfFocus));
	}

	expect(walked).toEqual([
		'See my public page',
		'Name',
		'Save name',
		'Send the link',
		'Email address',
		'Save email address',
		'Phone number',
		'Save phone number',
		// In the section about the badge, of an unverified account.
		'support@passdown.example',
		'Current password',
		'Show password',
		'New password',
		'Show password',
		'Confirm new password',
		'Show password',
		'Change password',
		// Messages, sold items, reports and announcements; warnings and mail have no switch here.
		'In the market',
		'In the market',
		'In the market',
		'In the market',
		'Sign out everywhere',
		'Download my data',
		'Delete my account…',
	]);
});

/** Runs in the page. */
function nameOfFocus(): string {
	const focused = document.activeElement;
	const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined;
	return label?.textContent ?? focused?.ariaLabel ?? focused?.textContent ?? '';
}

test('axe finds nothing wrong in the dialog that asks before signing out everywhere', async () => {
	const name = 'Sign out everywhere';
	const page = await visit('/account', { as: await registerPerson(), width: 360 });

	await page.getByRole('button', { name }).click();
	await page.getByRole('alertdialog', { name }).waitFor();

	await expectAccessibleInAllViewports(page);
});
