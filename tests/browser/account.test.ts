import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/account.ts';
import { AUTH_MESSAGES } from '#contract/auth.ts';
import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import { RECOVERY_MESSAGES } from '#contract/recovery.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { COLLEGE_DOMAIN } from '#tests/support/college.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectOpenInAllLooks } from '#tests/support/looks.ts';
import { linkMailedTo } from '#tests/support/mailbox.ts';
import { type Person, postItemAs, registerPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

async function openAccount(person: Person, width = 1024): Promise<Page> {
	const page = await visit('/account', { as: person, width });
	await page.getByRole('heading', { name: 'Your account' }).waitFor();
	await page.getByRole('textbox', { name: 'Name' }).waitFor();
	return page;
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel('Email address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.getByRole('button', { name: 'Login', exact: true }).click();
}

describe('a forgotten password', () => {
	test('is replaced by a mailed link, which works once', async () => {
		const person = await registerPerson();
		const page = await visit('/login', { width: 360 });

		await page.getByRole('link', { name: 'Forgot Password' }).click();
		// The page before has a field of this name, too.
		await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
		await page.getByLabel('Email address').fill(person.email);
		await page.getByRole('button', { name: 'Send the link' }).click();
		await page.getByText(RECOVERY_MESSAGES.linkOnItsWay).waitFor();
		const link = await linkMailedTo(person.email, '/reset-password');
		await page.goto(link);
		await page.getByLabel('New password', { exact: true }).fill('a better one');
		await page.getByLabel('The new password once more').fill('a better one');
		expect(page.url()).not.toContain('token');
		await page.getByRole('button', { name: 'Change my password' }).click();
		await page.getByText(RECOVERY_MESSAGES.passwordReset).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
		await logIn(page, person.email, person.password);
		await page.getByText(AUTH_MESSAGES.invalidCredentials).waitFor();
		await logIn(page, person.email, 'a better one');
		await page.getByRole('link', { name: 'Profile' }).waitFor();

		await page.goto('/');
		await page.goto(link);
		await page.getByLabel('New password', { exact: true }).fill('yet another');
		await page.getByLabel('The new password once more').fill('yet another');
		await page.getByRole('button', { name: 'Change my password' }).click();
		await page.getByText(RECOVERY_MESSAGES.linkOver).waitFor();
		await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
	});

	test('who is still logged in as they change it is not told that their session has ended', async () => {
		const person = await registerPerson();
		const page = await visit('/forgot-password', { as: person });
		await page.getByLabel('Email address').fill(person.email);
		await page.getByRole('button', { name: 'Send the link' }).click();
		await page.goto(await linkMailedTo(person.email, '/reset-password'));
		await page.getByLabel('New password', { exact: true }).fill('a better one');
		await page.getByLabel('The new password once more').fill('a better one');
		await page.getByRole('button', { name: 'Change my password' }).click();
		await page.getByText(RECOVERY_MESSAGES.passwordReset).waitFor();

		await page.getByRole('banner').getByRole('link', { name: 'Login' }).first().waitFor();

		expect(await page.getByText('Your session has ended.').count()).toBe(0);
	});

	test('answers an unknown address in the same words, and tells who has none where to write', async () => {
		const page = await visit('/forgot-password', { width: 360 });
		await page.getByText('No email address on your account?').waitFor();

		await page.getByLabel('Email address').fill('nobody@campus.example');
		await page.keyboard.press('Enter');

		await page.getByText(RECOVERY_MESSAGES.linkOnItsWay).waitFor();
		const heading = page.getByRole('heading', { name: 'Look in your mail' });
		await expectFocus(heading);
		await page.getByRole('button', { name: 'Try another address' }).click();
		await page.getByLabel('Email address').waitFor();
	});
});

describe.each(['/reset-password', '/confirm-email'])('%s', (path) => {
	test('is one calm page without a token', async () => {
		const page = await visit(path);

		await page.getByText(RECOVERY_MESSAGES.linkOver).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'Login' }).waitFor();
	});
});

test('a forged link to confirm an address is the same calm page', async () => {
	const page = await visit('/confirm-email#token=forged');

	await page.getByText(RECOVERY_MESSAGES.linkOver).waitFor();
	expect(page.url()).not.toContain('forged');
});

test('a confirmed address of the college brings the badge', async () => {
	const person = await registerPerson('Farhan', COLLEGE_DOMAIN);
	const link = await linkMailedTo(person.email, '/confirm-email');
	const page = await openAccount(person);
	await page.getByText('is not confirmed yet').waitFor();

	await page.goto(link);

	await page.getByText(RECOVERY_MESSAGES.emailConfirmed).waitFor();
	await page.getByText('Verified').waitFor();
	await page.getByRole('link', { name: 'Go to your account' }).click();
	await page.getByText(`${person.email} is confirmed.`).waitFor();
	await page.getByText('stands beside your name').waitFor();
});

test('whoever signed up by phone adds an email address, which counts once its mailbox has answered', async () => {
	const email = `${randomUUID()}@campus.example`;
	const page = await visit('/signup');
	await page.getByLabel('Name', { exact: true }).fill('Divya');
	await page.getByText('Phone', { exact: true }).click();
	await page.getByLabel('Phone number').fill(`98${randomInt(1e7, 1e8)}`);
	await page.getByLabel('Password', { exact: true }).fill('chalk and talk');
	await page.getByLabel('Confirm Password').fill('chalk and talk');
	await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
	await page.getByRole('button', { name: 'Menu' }).click();
	await page.getByRole('link', { name: 'Account' }).click();

	await page.getByLabel('Email address').fill(email);
	await page.getByLabel('Your password').fill('chalk and talk');
	await page.getByRole('button', { name: 'Save email address' }).click();
	await page.getByText(ACCOUNT_MESSAGES.confirmationSent).waitFor();
	await page.getByText(`${email} is not confirmed yet.`).waitFor();
	// Beyond the limits of mails nobody has mailed one.
	await page.getByText('where none has come, send it from here').waitFor();
	await page.getByRole('button', { name: 'Send the link' }).click();
	await page.getByText(ACCOUNT_MESSAGES.confirmationTooSoon).waitFor();
	await page.goto(await linkMailedTo(email, '/confirm-email'));
	await page.getByText(RECOVERY_MESSAGES.emailConfirmed).waitFor();
	await page.goto('/account');

	await page.getByText(`${email} is confirmed.`).waitFor();
});

test('a wrong password is told at its field, which has the focus, and nothing typed is lost', async () => {
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

test('a name that could not be saved stays in its field and is saved at the next press', async () => {
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

test('a new password keeps this device and signs the others out', async () => {
	const person = await registerPerson('Nikhil');
	const other = await visit('/login');
	await logIn(other, person.email, person.password);
	await other.getByRole('link', { name: 'Profile' }).waitFor();
	const page = await openAccount(person);

	await page.getByLabel('Current password').fill(person.password);
	await page.getByLabel('New password', { exact: true }).fill('a better one');
	await page.getByLabel('The new password once more').fill('a better one');
	await page.getByRole('button', { name: 'Change password' }).click();
	await page.getByText(ACCOUNT_MESSAGES.passwordChanged).waitFor();

	await expect.poll(() => page.getByLabel('Current password').inputValue()).toBe('');
	await page.reload();
	await page.getByRole('list', { name: 'Devices' }).getByText('This device').waitFor();
	await other.goto('/profile');
	await other.waitForURL('/');
});

test('another device is signed out, and the focus goes on at the heading', async () => {
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

test('signing out everywhere asks first, and this device is signed out as well', async () => {
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

test('everything stored of a person comes as one file', async () => {
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

test('an account is deleted by keyboard alone, and nothing of it is left to see', async () => {
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

test('the account is walked by keyboard in the order in which it is read', async () => {
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
		'Current password',
		'Show password',
		'New password',
		'Show password',
		'The new password once more',
		'Show password',
		'Change password',
		// Messages, reports and announcements; warnings and mail can't be chosen here.
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

test('nobody is shut out of the question before one signs out everywhere', async () => {
	const name = 'Sign out everywhere';
	const page = await visit('/account', { as: await registerPerson(), width: 360 });

	await page.getByRole('button', { name }).click();
	await page.getByRole('alertdialog', { name }).waitFor();

	await expectOpenInAllLooks(page);
});
