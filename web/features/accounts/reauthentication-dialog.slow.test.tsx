import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endSession, signInAgain } from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { checkSession } from '#contract/auth/endpoints.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeAccount, OTHER_DEVICE, PASSWORD } from '#tests/support/fake-account.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { storedSession } from '#tests/support/fake-sign-in.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { connectRealtime, currentRealtimeStatus } from '#web/lib/realtime/realtime.ts';
import { takeSessionEndReason } from '#web/lib/session/credentials.ts';

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

test('in an old session, another device is signed out only after the user enters the password again, by keyboard', async () => {
	await signOutOtherDevice();
	const before = storedSession().accessToken;
	await expect.element(password).toHaveFocus();
	await expectAccessible();
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	const alert = page.getByRole('alert').getByText(ACCOUNT_ERRORS.signInAgain.message);
	await expect.element(alert).toBeVisible();
	await expect.element(signOutOther).toHaveFocus();
	expect(fakeApi.requests(endSession)).toHaveLength(1);
	await userEvent.keyboard('{Enter}');
	await expect.element(password).toHaveFocus();

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
	expect(fakeApi.requests(endSession)).toHaveLength(3);
});

/** Enters the password. From then on, the server rejects the old token of the session. */
async function enterPasswordInEndedSession(): Promise<void> {
	const oldToken = storedSession().accessToken;
	fakeApi.answer(checkSession, ({ headers }) =>
		headers.get('authorization') === `Bearer ${oldToken}`
			? refuse(401, REQUEST_ERRORS.signIn)
			: { success: true, user: STUDENT },
	);
	await password.fill(PASSWORD);
	await userEvent.keyboard('{Enter}');
}

test('while the answer to a reauthentication is awaited, the end of the old token does not end the session', async () => {
	await signOutOtherDevice();
	connectRealtime();
	await expect.poll(currentRealtimeStatus).toMatchObject({ state: 'connected' });
	const checks = fakeApi.requests(checkSession).length;
	const release = fakeApi.hold(signInAgain);
	await enterPasswordInEndedSession();
	fakeRealtime.refuseConnections(CHAT_ERRORS.signIn);
	fakeRealtime.disconnect();
	fakeRealtime.reconnect();
	await expect.poll(() => fakeApi.requests(checkSession)).toHaveLength(checks + 1);
	await expect.poll(currentRealtimeStatus).toMatchObject({ state: 'failed' });
	fakeRealtime.acceptConnections();

	release();

	const message = page.getByRole('status').getByText(ACCOUNT_MESSAGES.sessionEnded);
	await expect.element(message).toBeVisible();
	await expect.element(signOutOther).not.toBeInTheDocument();
	await expect.poll(currentRealtimeStatus).toMatchObject({ state: 'connected' });
});

test('when the answer to a reauthentication is lost, the session ends and the reason asks to try once more', async () => {
	fakeListing();
	await signOutOtherDevice();
	fakeApi.loseAnswers(signInAgain);

	await enterPasswordInEndedSession();

	await expect.poll(storedSession).toEqual({});
	const reason = { message: ACCOUNT_MESSAGES.reauthenticationLost, canLogIn: true };
	expect(takeSessionEndReason()).toEqual(reason);
});

test('reauthentication offers a mailed link to a user with neither a password nor a linked account', async () => {
	await signOutOtherDevice({ hasPassword: false });

	await dialog.getByRole('link', { name: 'Get a link' }).click();

	await expect.element(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
});
