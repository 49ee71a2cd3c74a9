import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
	changeName,
	changePassword,
	changePhone,
	deleteAccount,
	getAccount,
	signOutEverywhere,
} from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import type { Account } from '#contract/accounts/schemas.ts';
import { checkSession } from '#contract/auth/endpoints.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeAccount, refuseField } from '#tests/support/fake-account.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { storedSession } from '#tests/support/fake-sign-in.ts';
import { formDraftKeys } from '#tests/support/form-drafts.ts';
import { renderComponent, renderPage } from '#tests/support/render-page.tsx';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { eraseExpiredDrafts } from '#web/lib/drafts/erase.ts';
import { takeSessionEndReason } from '#web/lib/session/credentials.ts';
import { VerifiedBadgeSection } from './verified-badge-section.tsx';

const field = (name: string) => page.getByLabelText(name, { exact: true });
const nameField = page.getByRole('textbox', { name: 'Name', exact: true });
const button = (name: string) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { name, level: 2, exact: true });
const statusMessage = (text: string) => page.getByRole('status').getByText(text);
const question = page.getByRole('alertdialog');

async function openAccount(path = '/account', width = 1024): Promise<void> {
	await renderPage(path, { as: STUDENT, width });
	await expect.element(page.getByRole('list', { name: 'Devices' })).toBeVisible();
	await expect.element(page.getByRole('switch').first()).toBeVisible();
}

beforeEach(() => fakeAccount());

test('forms for name, phone number and email address keep what could not be saved; a new address is unconfirmed, and its link is not mailed twice at once', async () => {
	fakeAccount({ email: null });
	fakeApi.answer(changeName, NO_CONNECTION);
	fakeApi.answer(changePhone, refuseField('currentPassword', ACCOUNT_ERRORS.wrongPassword));
	await openAccount('/account', 360);
	const section = (name: string) => page.getByRole('region', { name, exact: true });
	const passwordIn = (name: string) =>
		section(name).getByLabelText('Your password', { exact: true });

	await nameField.fill('Ishaan Rao');
	await button('Save name').click();
	await expect.element(page.getByText(ITEM_MESSAGES.noConnection)).toBeVisible();
	await expect.element(nameField).toHaveValue('Ishaan Rao');
	fakeAccount({ email: null });
	await button('Save name').click();
	await expect.element(statusMessage(ACCOUNT_MESSAGES.nameChanged)).toBeVisible();
	await expect.element(nameField).toHaveValue('Ishaan Rao');
	const sent = fakeApi.requests(changeName).map(({ body }) => body.userName);
	expect(sent).toEqual(['Ishaan Rao', 'Ishaan Rao']);

	await field('Phone number').fill('98765 00001');
	await passwordIn('Phone').fill('not it');
	await userEvent.keyboard('{Enter}');
	const wrong = page.getByRole('alert').getByText(ACCOUNT_ERRORS.wrongPassword.message);
	await expect.element(wrong).toBeVisible();
	await expect.element(passwordIn('Phone')).toHaveFocus();
	await expect.element(passwordIn('Phone')).toHaveValue('not it');
	await expect.element(field('Phone number')).toHaveValue('98765 00001');

	await field('Email address').fill('divya@campus.example');
	await passwordIn('Email').fill('chalk and talk');
	await button('Save email address').click();
	await expect.element(statusMessage(ACCOUNT_MESSAGES.confirmationSent)).toBeVisible();
	await expect
		.element(section('Email'))
		.toMatchTextContent(/divya@campus.example is not confirmed yet\. Open the link/);
	await button('Send the link').click();
	await expect.element(page.getByText(ACCOUNT_ERRORS.confirmationTooSoon.message)).toBeVisible();
});

test('changing the password keeps this device signed in with a new token', async () => {
	const message = ACCOUNT_MESSAGES.passwordChanged;
	fakeApi.answer(changePassword, { success: true, message, accessToken: 'newer' });
	await openAccount();

	await field('Current password').fill('chalk and talk');
	await field('New password').fill('a better one');
	await field('Confirm new password').fill('a better one');
	await button('Change password').click();

	await expect.element(statusMessage(message)).toBeVisible();
	await expect.element(field('Current password')).toHaveValue('');
	expect(storedSession()).toEqual({ accessToken: 'newer', userId: String(STUDENT.id) });
});

test('when the response to a password change is lost, the session ends and the reason suggests the new password', async () => {
	// The end of the session leads to the home page, which loads the listings.
	fakeListing();
	const message = ACCOUNT_MESSAGES.passwordChanged;
	fakeApi.answer(changePassword, { success: true, message, accessToken: 'newer' });
	await openAccount();
	fakeApi.loseAnswers(changePassword);
	// The server has ended all sessions.
	for (const endpoint of [getAccount, checkSession] as const)
		fakeApi.answer(endpoint, refuse(401, REQUEST_ERRORS.signIn));

	await field('Current password').fill('chalk and talk');
	await field('New password').fill('a better one');
	await field('Confirm new password').fill('a better one');
	await button('Change password').click();

	await expect.poll(storedSession).toEqual({});
	const reason = { message: RECOVERY_MESSAGES.perhapsChanged, canLogIn: true };
	expect(takeSessionEndReason()).toEqual(reason);
});

describe('confirmation questions of the account page', () => {
	test('“Sign out everywhere” and “Delete my account” ask first, and can be declined; a wrong password deletes nothing', async () => {
		fakeApi.answer(deleteAccount, refuseField('password', ACCOUNT_ERRORS.wrongPassword));
		await openAccount();
		const ask = async (name: string, text: string) => {
			await button(name).click();
			const dialog = page.getByRole('alertdialog', { name });
			await expect.element(dialog).toHaveAccessibleDescription(new RegExp(`^${text}`));
			await expectAccessible();
			return dialog;
		};

		const leaving = await ask('Sign out everywhere', 'All your devices are signed out');
		await leaving.getByRole('button', { name: 'Cancel' }).click();
		await expect.element(question).not.toBeInTheDocument();
		await expect.element(button('Sign out everywhere')).toHaveFocus();

		const deleting = await ask('Delete my account', 'This cannot be undone.');
		await deleting.getByLabelText('Your password', { exact: true }).fill('not it');
		await userEvent.keyboard('{Enter}');
		await expect.element(deleting.getByText(ACCOUNT_ERRORS.wrongPassword.message)).toBeVisible();
		await deleting.getByRole('button', { name: 'Keep my account' }).click();
		await expect.element(question).not.toBeInTheDocument();
		await expect.element(button('Delete my account')).toHaveFocus();

		expect(fakeApi.requests(signOutEverywhere)).toEqual([]);
		expect(fakeApi.requests(deleteAccount)).toHaveLength(1);
		expect(storedSession()).toMatchObject({ userId: String(STUDENT.id) });
	});

	describe('lost response to an account deletion', () => {
		const DRAFT = `${STUDENT.id}/form/report`;

		/** Fills in the dialog to delete the account, whose request will get no response. */
		async function prepareDeletion(): Promise<void> {
			fakeApi.answer(deleteAccount, NO_CONNECTION);
			await openAccount();
			await withDraftStore('readwrite', (store) => store.put('a=b', DRAFT));
			await button('Delete my account').click();
			await question.getByLabelText('Your password', { exact: true }).fill('chalk and talk');
		}

		test('after a lost response to an account deletion, the drafts on the device are kept while the session is valid, and erased once it has ended', async () => {
			fakeListing();
			await prepareDeletion();
			const checks = fakeApi.requests(checkSession).length;
			await userEvent.keyboard('{Enter}');
			await expect.element(question.getByRole('alert')).toBeVisible();
			await expect.poll(() => fakeApi.requests(checkSession)).toHaveLength(checks + 1);
			const owner = () => withDraftStore('readonly', (store) => store.get('owner'));
			await expect.poll(owner).toMatchObject({ seenAtMs: expect.closeTo(Date.now(), -5) });
			await eraseExpiredDrafts();
			expect(await formDraftKeys()).toEqual([DRAFT]);

			fakeApi.answer(checkSession, refuse(401, REQUEST_ERRORS.signIn));
			await userEvent.keyboard('{Enter}');
			await expect.poll(formDraftKeys).toEqual([]);
		});
	});
});

const index = page.getByRole('navigation', { name: 'Sections of your account' });

test('on a phone an index links to each section of the account page; on a wide screen the index is missing', async () => {
	await openAccount('/account', 360);
	const links = index.getByRole('link').elements();
	expect(links).toHaveLength(11);
	for (const link of links) {
		const section = document.querySelector(link.getAttribute('href')?.replace(/.*#/, '#') ?? '');
		expect(section?.textContent).toContain(link.textContent);
	}

	await index.getByRole('link', { name: 'Delete my account' }).click();
	await expect.element(heading('Delete my account')).toHaveFocus();
	expect(window.location.hash).toBe('#delete');
	await page.viewport(1280, 800);
	await expect.element(index).not.toBeInTheDocument();
});

describe('badge of a user who is not verified', () => {
	const OTHER = 'asha@elsewhere.example';
	const UNVERIFIED: Account = {
		...STUDENT,
		emailConfirmed: false,
		pendingEmail: null,
		hasPassword: true,
		providers: [],
		canLink: false,
		collegeDomains: ['campus.example'],
	};
	const badge = page.getByRole('region', { name: 'Badge' });

	test.each<[changes: Partial<Account>, text: string | RegExp, isByMail: boolean]>([
		[{}, `Open the link that we mailed to ${STUDENT.email}`, true],
		[{ email: OTHER }, 'Enter yours under “Email” on this page', true],
		[{ emailConfirmed: true }, /^An administrator can verify you/, false],
		[{ email: OTHER, collegeDomains: [] }, /^An administrator can verify you/, false],
	])('a user whose account has %j reads how to get the badge', async (changes, text, isByMail) => {
		await renderComponent(<VerifiedBadgeSection account={{ ...UNVERIFIED, ...changes }} />);

		await expect.element(badge.getByText('Not verified yet', { exact: true })).toBeVisible();
		await expect.element(badge.getByText(text)).toBeVisible();
		const domain = badge.getByText('@campus.example', { exact: true });
		expect(domain.elements()).toHaveLength(isByMail ? 1 : 0);
		expect(badge.element().querySelector('svg')).toBe(null);
	});
});
