import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endSession } from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeAccount, OTHER_DEVICE, PASSWORD } from '#tests/support/fake-account.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { storedSession } from '#tests/support/fake-sign-in.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
const password = dialog.getByLabelText('Your password', { exact: true });
const signOutOther = page.getByRole('button', { name: `Sign out ${OTHER_DEVICE}` });

/** Tries to sign out another device in a session that is too old to do so without reauthentication. */
async function signOutOtherDevice(changes?: Parameters<typeof fakeAccount>[0]): Promise<void> {
	fakeAccount(changes, false);
	await renderPage('/account', { as: STUDENT });
	await expect.element(signOutOther).toBeVisible();
	(signOutOther.element() as HTMLElement).focus();
	await userEvent.keyboard('{Enter}');
	await expect.element(dialog).toBeVisible();
}

test('in an old session, another device is signed out after the user enters the password again, by keyboard', async () => {
	await signOutOtherDevice();
	const before = storedSession().accessToken;
	await expect.element(password).toHaveFocus();
	await expectAccessible();

	await userEvent.keyboard('{Enter}');
	await expect.element(dialog.getByText(PERSON_ERRORS.passwordRequired.message)).toBeVisible();
	await userEvent.keyboard('a wrong guess{Enter}');
	await expect.element(dialog.getByText(ACCOUNT_ERRORS.wrongPassword.message)).toBeVisible();
	await expect.element(signOutOther).toBeInTheDocument();
	await userEvent.keyboard(`{ControlOrMeta>}a{/ControlOrMeta}${PASSWORD}{Enter}`);

	const message = page.getByRole('status').getByText(ACCOUNT_MESSAGES.sessionEnded);
	await expect.element(message).toBeVisible();
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(signOutOther).not.toBeInTheDocument();
	expect(storedSession().accessToken).not.toBe(before);
	expect(fakeApi.requests(endSession)).toHaveLength(2);
});

test('when reauthentication is cancelled, no device is signed out and the page asks for a new login', async () => {
	await signOutOtherDevice();

	await userEvent.keyboard('{Escape}');

	await expect.element(dialog).not.toBeInTheDocument();
	const alert = page.getByRole('alert').getByText(ACCOUNT_ERRORS.signInAgain.message);
	await expect.element(alert).toBeVisible();
	await expect.element(signOutOther).toHaveFocus();
	expect(fakeApi.requests(endSession)).toHaveLength(1);
});

test('reauthentication offers a mailed link to a user with neither a password nor a linked account', async () => {
	await signOutOtherDevice({ hasPassword: false });

	await dialog.getByRole('link', { name: 'Get a link' }).click();

	await expect.element(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
});
