import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { logIn, openAccountPages } from '#tests/support/account-page.ts';
import { COLLEGE_DOMAIN } from '#tests/support/college.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { findMailedLink } from '#tests/support/mailbox.ts';
import { registerPerson } from '#tests/support/people.ts';

const { visit, openAccount } = await openAccountPages();

describe('a forgotten password', () => {
	test('is replaced through a mailed link, which works once', async () => {
		const person = await registerPerson();
		const page = await visit('/login', { width: 360 });

		await page.getByRole('link', { name: 'Forgot Password' }).click();
		// The previous page has a field of this name, too.
		await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
		await page.getByLabel('Email address').fill(person.email);
		await page.getByRole('button', { name: 'Send the link' }).click();
		await page.getByText(RECOVERY_MESSAGES.linkSent).waitFor();
		const link = await findMailedLink(person.email, '/reset-password');
		await page.goto(link);
		await page.getByLabel('New password', { exact: true }).fill('a better one');
		await page.getByLabel('Confirm new password').fill('a better one');
		expect(page.url()).not.toContain('token');
		await page.getByRole('button', { name: 'Change my password' }).click();
		await page.getByText(RECOVERY_MESSAGES.passwordReset).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
		await logIn(page, person.email, person.password);
		await page.getByText(AUTH_MESSAGES.invalidCredentials).waitFor();
		await logIn(page, person.email, 'a better one');
		await page.waitForURL('/');

		await page.goto('/');
		await page.goto(link);
		await page.getByLabel('New password', { exact: true }).fill('yet another');
		await page.getByLabel('Confirm new password').fill('yet another');
		await page.getByRole('button', { name: 'Change my password' }).click();
		await page.getByText(RECOVERY_MESSAGES.linkExpired).waitFor();
		await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
	});

	test('a user who is still logged in while resetting it is not told that their session has ended', async () => {
		const person = await registerPerson();
		const page = await visit('/forgot-password', { as: person });
		await page.getByLabel('Email address').fill(person.email);
		await page.getByRole('button', { name: 'Send the link' }).click();
		await page.goto(await findMailedLink(person.email, '/reset-password'));
		await page.getByLabel('New password', { exact: true }).fill('a better one');
		await page.getByLabel('Confirm new password').fill('a better one');
		await page.getByRole('button', { name: 'Change my password' }).click();
		await page.getByText(RECOVERY_MESSAGES.passwordReset).waitFor();

		await page.getByRole('banner').getByRole('link', { name: 'Login' }).first().waitFor();

		expect(await page.getByText('Your session has ended.').count()).toBe(0);
	});

	test('answers an unknown address in the same words, and tells a user without an address where to write', async () => {
		const page = await visit('/forgot-password', { width: 360 });
		await page.getByText('No email address on your account?').waitFor();

		await page.getByLabel('Email address').fill('nobody@campus.example');
		await page.keyboard.press('Enter');

		await page.getByText(RECOVERY_MESSAGES.linkSent).waitFor();
		const heading = page.getByRole('heading', { name: 'Check your email' });
		await expectFocus(heading);
		await page.getByRole('button', { name: 'Try another address' }).click();
		await page.getByLabel('Email address').waitFor();
	});
});

describe.each(['/reset-password', '/confirm-email'])('%s', (path) => {
	test('is shown as one calm page when its token is missing', async () => {
		const page = await visit(path);

		await page.getByText(RECOVERY_MESSAGES.linkExpired).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'Login' }).waitFor();
	});
});

test('a forged confirmation link shows the same calm page', async () => {
	const page = await visit('/confirm-email#token=forged');

	await page.getByText(RECOVERY_MESSAGES.linkExpired).waitFor();
	expect(page.url()).not.toContain('forged');
});

test('confirming a college address earns the badge', async () => {
	const person = await registerPerson('Farhan', COLLEGE_DOMAIN);
	const link = await findMailedLink(person.email, '/confirm-email');
	const page = await openAccount(person);
	await page.getByText('is not confirmed yet').waitFor();

	await page.goto(link);

	await page.getByText(RECOVERY_MESSAGES.emailConfirmed).waitFor();
	await page.getByText('Verified').waitFor();
	await page.getByRole('link', { name: 'Go to your account' }).click();
	await page.getByText(`${person.email} is confirmed.`).waitFor();
	await page.getByText('stands beside your name').waitFor();
});

test('a user who signed up by phone adds an email address, which counts once it is confirmed', async () => {
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
	// The confirmation mail was just sent, so another one is refused for a moment.
	await page.getByText('Open the link in the email we sent you, or send it again.').waitFor();
	await page.getByRole('button', { name: 'Send the link' }).click();
	await page.getByText(ACCOUNT_MESSAGES.confirmationTooSoon).waitFor();
	await page.goto(await findMailedLink(email, '/confirm-email'));
	await page.getByText(RECOVERY_MESSAGES.emailConfirmed).waitFor();
	await page.goto('/account');

	await page.getByText(`${email} is confirmed.`).waitFor();
});
