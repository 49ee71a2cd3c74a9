import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
	changeName,
	changePassword,
	changePhone,
	deleteAccount,
	endSession,
	exportAccount,
	getAccount,
	linkIdentity,
	listSessions,
	signOutEverywhere,
} from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { checkSession } from '#contract/auth/endpoints.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { getPublicFeedback } from '#contract/feedback/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { exportOfAccountOnly, STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeAccount, OTHER_DEVICE, refuseField } from '#tests/support/fake-account.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { storedSession } from '#tests/support/fake-sign-in.ts';
import { formDraftKeys } from '#tests/support/form-drafts.ts';
import { goTo, renderPage } from '#tests/support/render-page.tsx';
import { watchUser } from '#web/app/watch-user.ts';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { eraseExpiredDrafts } from '#web/lib/drafts/erase.ts';
import { clearCredentials, takeSessionEndReason } from '#web/lib/session/credentials.ts';
import { currentSession } from '#web/lib/session/session.ts';

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

test('when the password for a new phone number is wrong, the password field is focused and the typed values stay', async () => {
	fakeApi.answer(changePhone, refuseField('currentPassword', ACCOUNT_ERRORS.wrongPassword));
	await openAccount('/account', 360);

	await field('Phone number').fill('98765 00001');
	await field('Your password').fill('not it');
	await userEvent.keyboard('{Enter}');

	const alert = page.getByRole('alert').getByText(ACCOUNT_ERRORS.wrongPassword.message);
	await expect.element(alert).toBeVisible();
	await expect.element(field('Your password')).toHaveFocus();
	await expect.element(field('Your password')).toHaveValue('not it');
	await expect.element(field('Phone number')).toHaveValue('98765 00001');
});

test('a changed name that could not be saved stays in its field and is saved on the next try', async () => {
	fakeApi.answer(changeName, NO_CONNECTION);
	await openAccount();

	await nameField.fill('Ishaan Rao');
	await button('Save name').click();
	await expect.element(page.getByText(ITEM_MESSAGES.noConnection)).toBeVisible();
	await expect.element(nameField).toHaveValue('Ishaan Rao');
	fakeAccount();
	await button('Save name').click();

	await expect.element(statusMessage(ACCOUNT_MESSAGES.nameChanged)).toBeVisible();
	await expect.element(nameField).toHaveValue('Ishaan Rao');
	const sent = fakeApi.requests(changeName).map(({ body }) => body.userName);
	expect(sent).toEqual(['Ishaan Rao', 'Ishaan Rao']);
});

test('a data export that is ready after the user has left the account page is still downloaded', async () => {
	fakeApi.answer(exportAccount, exportOfAccountOnly());
	await openAccount();
	const release = fakeApi.hold(exportAccount);
	await button('Download my data').click();
	await expect.poll(() => fakeApi.requests(exportAccount)).toHaveLength(1);
	goTo('/rules');
	await expect.element(page.getByRole('heading', { name: 'Rules', level: 1 })).toBeVisible();

	release();

	await expect.element(statusMessage('Your data has been downloaded.')).toBeVisible();
});

test('a name typed while an earlier change is being saved stays in its field', async () => {
	await openAccount();
	const release = fakeApi.hold(changeName);
	await nameField.fill('Ishaan Roa');
	await button('Save name').click();
	await expect.poll(() => fakeApi.requests(changeName)).toHaveLength(1);
	await nameField.fill('Ishaan Rao');

	release();

	await expect.element(statusMessage(ACCOUNT_MESSAGES.nameChanged)).toBeVisible();
	await expect.element(nameField).toHaveValue('Ishaan Rao');
});

test('signing out a device whose session has already ended removes the device from the list', async () => {
	await openAccount();
	const devices = page.getByRole('list', { name: 'Devices' });
	await expect.element(devices.getByText(OTHER_DEVICE)).toBeVisible();
	fakeApi.answer(endSession, refuse(404, ACCOUNT_ERRORS.sessionNotFound));
	fakeApi.answer(listSessions, { success: true, sessions: [] });

	await devices.getByRole('button', { name: /^Sign out/ }).click();

	await expect.element(devices.getByText(OTHER_DEVICE)).not.toBeInTheDocument();
});

test('when the user comes back from Google with the Back button, “Link Google” is no longer busy', async () => {
	fakeAccount({ canLink: true });
	await openAccount();
	const address = new URL('#at-google', window.location.href).href;
	fakeApi.answer(linkIdentity, { success: true, address });
	await button('Link Google').click();
	await expect.poll(() => window.location.hash).toBe('#at-google');
	await expect.element(button('Link Google')).toHaveAttribute('aria-busy', 'true');

	window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

	await expect.element(button('Link Google')).not.toHaveAttribute('aria-busy', 'true');
});

test('after a user changes their name, the feedback form is prefilled with the new name', async () => {
	await openAccount();
	fakeApi.answer(getPublicFeedback, { success: true, feedbacks: [] });
	const renamed = { ...STUDENT, userName: 'Ishaan Rao' };
	fakeApi.answer(checkSession, { success: true, user: renamed });

	await nameField.fill(renamed.userName);
	await button('Save name').click();
	await expect.element(statusMessage(ACCOUNT_MESSAGES.nameChanged)).toBeVisible();
	await expect.poll(() => currentSession().user?.userName).toBe(renamed.userName);
	goTo(PAGES.feedback);

	await expect.element(page.getByLabelText('Your feedback')).toBeVisible();
	await expect.element(field('Name')).toHaveValue(renamed.userName);
});

test('when the session check after a name change fails, the feedback form is still prefilled with the old name', async () => {
	await openAccount();
	await expect.poll(() => currentSession().user?.id).toBe(STUDENT.id);
	fakeApi.answer(getPublicFeedback, { success: true, feedbacks: [] });
	let isCheckLost = false;
	fakeApi.answer(checkSession, () => {
		isCheckLost = true;
		return NO_CONNECTION;
	});

	await nameField.fill('Ishaan Rao');
	await button('Save name').click();
	await expect.element(statusMessage(ACCOUNT_MESSAGES.nameChanged)).toBeVisible();
	await expect.poll(() => isCheckLost).toBe(true);
	// Lets the page handle the failed check.
	await new Promise((resolve) => setTimeout(resolve));
	goTo(PAGES.feedback);

	await expect.element(page.getByLabelText('Your feedback')).toBeVisible();
	await expect.element(field('Name')).toHaveValue(STUDENT.userName);
});

test('a new email address is shown as unconfirmed, and a request for a second confirmation link is refused as too soon', async () => {
	fakeAccount({ email: null });
	await openAccount();

	await field('Email address').fill('divya@campus.example');
	await field('Your password').fill('chalk and talk');
	await button('Save email address').click();

	await expect.element(statusMessage(ACCOUNT_MESSAGES.confirmationSent)).toBeVisible();
	const note = page.getByRole('region', { name: 'Email' });
	await expect
		.element(note)
		.toMatchTextContent(/divya@campus.example is not confirmed yet\. Open the link/);
	await button('Send the link').click();
	await expect.element(page.getByText(ACCOUNT_ERRORS.confirmationTooSoon.message)).toBeVisible();
});

test('the account page shows a confirmed email address and the verified badge', async () => {
	fakeAccount({ emailConfirmed: true, isVerified: true });
	await openAccount();

	await expect.element(page.getByText(`${STUDENT.email} is confirmed.`)).toBeVisible();
	await expect.element(page.getByText('stands beside your name')).toBeVisible();
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

test('after another device is signed out, the focus moves to the heading of the device list', async () => {
	await openAccount('/account', 360);

	await button(`Sign out ${OTHER_DEVICE}`).click();

	await expect.element(statusMessage(ACCOUNT_MESSAGES.sessionEnded)).toBeVisible();
	await expect.element(heading('Devices')).toHaveFocus();
	await expect.element(button(`Sign out ${OTHER_DEVICE}`)).not.toBeInTheDocument();
});

describe('confirmation questions of the account page', () => {
	test.each([
		['Sign out everywhere', 'All your devices are signed out, this one too.', 'Cancel'],
		['Delete my account', 'This cannot be undone.', 'Keep my account'],
	])(
		'the question before “%s” has a title and a description, is accessible, and can be declined',
		async (name, text, no) => {
			await openAccount();

			await button(name).click();
			const dialog = page.getByRole('alertdialog', { name });
			await expect.element(dialog).toHaveAccessibleDescription(new RegExp(`^${text}`));
			await expectAccessible();
			await dialog.getByRole('button', { name: no }).click();

			await expect.element(dialog).not.toBeInTheDocument();
			await expect.element(button(name)).toHaveFocus();
			expect(fakeApi.requests(signOutEverywhere)).toEqual([]);
			expect(fakeApi.requests(deleteAccount)).toEqual([]);
		},
	);

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

		test('after a lost response to an account deletion, the drafts on the device are erased if the session has ended', async () => {
			fakeListing();
			await prepareDeletion();
			fakeApi.answer(checkSession, refuse(401, REQUEST_ERRORS.signIn));

			await userEvent.keyboard('{Enter}');

			await expect.poll(formDraftKeys).toEqual([]);
		});

		test('after a lost response to an account deletion and a failed session check, the drafts are erased as soon as the session ends', async () => {
			fakeListing();
			onTestFinished(watchUser(createQueryClient()));
			await prepareDeletion();
			fakeApi.answer(checkSession, NO_CONNECTION);
			await userEvent.keyboard('{Enter}');
			await expect.element(question.getByRole('alert')).toBeVisible();
			expect(await formDraftKeys()).toEqual([DRAFT]);

			clearCredentials();

			await expect.poll(formDraftKeys).toEqual([]);
		});

		test('after a lost response to an account deletion, the drafts on the device are kept if the session is still valid', async () => {
			await prepareDeletion();
			const checks = fakeApi.requests(checkSession).length;

			await userEvent.keyboard('{Enter}');
			await expect.element(question.getByRole('alert')).toBeVisible();
			await expect.poll(() => fakeApi.requests(checkSession)).toHaveLength(checks + 1);
			const owner = () => withDraftStore('readonly', (store) => store.get('owner'));
			await expect.poll(owner).toMatchObject({ seenAtMs: expect.closeTo(Date.now(), -5) });
			await eraseExpiredDrafts();

			expect(await formDraftKeys()).toEqual([DRAFT]);
		});
	});

	test('when the response to an account deletion is lost and the session has ended, the reason says “perhaps deleted”', async () => {
		fakeListing();
		fakeApi.answer(deleteAccount, NO_CONNECTION);
		await openAccount();
		await button('Delete my account').click();
		await question.getByLabelText('Your password', { exact: true }).fill('chalk and talk');
		fakeApi.answer(checkSession, refuse(401, REQUEST_ERRORS.signIn));

		await userEvent.keyboard('{Enter}');

		await expect.poll(storedSession).toEqual({});
		const reason = { message: ACCOUNT_MESSAGES.perhapsDeleted, canLogIn: true };
		expect(takeSessionEndReason()).toEqual(reason);
	});

	test('a wrong password for an account deletion is reported in the question, and the user stays signed in', async () => {
		fakeApi.answer(deleteAccount, refuseField('password', ACCOUNT_ERRORS.wrongPassword));
		await openAccount();
		await button('Delete my account').click();

		await question.getByLabelText('Your password', { exact: true }).fill('not it');
		await userEvent.keyboard('{Enter}');

		await expect.element(question.getByText(ACCOUNT_ERRORS.wrongPassword.message)).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await expect.element(question).not.toBeInTheDocument();
		expect(storedSession()).toMatchObject({ userId: String(STUDENT.id) });
	});
});

const index = page.getByRole('navigation', { name: 'Sections of your account' });

test('on a phone an index links to each section of the account page; on a wide screen the index is missing', async () => {
	await openAccount('/account', 360);
	const titles = index
		.getByRole('link')
		.elements()
		.map(({ textContent }) => textContent ?? '');

	expect(titles).toHaveLength(11);
	for (const name of titles) {
		await index.getByRole('link', { name, exact: true }).click();
		await expect.element(heading(name)).toHaveFocus();
	}
	expect(window.location.hash).toBe('#delete');
	await page.viewport(1280, 800);
	await expect.element(index).not.toBeInTheDocument();
});

test('a URL that names a section opens the account page at that section', async () => {
	await openAccount('/account#delete', 360);

	await expect.element(heading('Delete my account')).toHaveFocus();
});

test('the tab order of the account page is its reading order', async () => {
	await openAccount();
	await userEvent.click(page.getByRole('heading', { name: 'Your account' }));

	const walked: string[] = [];
	while (walked.at(-1) !== 'Delete my account…' && walked.length < 40) {
		await userEvent.keyboard('{Tab}');
		walked.push(nameOfFocus());
	}

	const switches = Array(15).fill('In the market');
	expect(walked).toEqual([
		'See my public page',
		'Name',
		'Save name',
		'Send the link',
		'Email address',
		'Save email address',
		'Phone number',
		'Save phone number',
		// The mail link in the badge section, which only an unverified account has.
		'support@campus.example',
		'Branch',
		'Semester',
		'Save studies',
		'Current password',
		'Show password',
		'New password',
		'Show password',
		'Confirm new password',
		'Show password',
		'Change password',
		// One switch for each kind of notification but warnings. The mail switches are disabled, because the address is
		// not confirmed.
		...switches,
		`Sign out ${OTHER_DEVICE}`,
		'Sign out everywhere',
		'Download my data',
		'Delete my account…',
	]);
});

function nameOfFocus(): string {
	const focused = document.activeElement;
	const isField = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement;
	const label = isField ? focused.labels?.[0] : undefined;
	return label?.textContent ?? focused?.ariaLabel ?? focused?.textContent ?? '';
}
