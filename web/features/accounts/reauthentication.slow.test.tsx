import { beforeEach, describe, expect, test } from 'vitest';
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
import { accessTokenOf, storedSession } from '#tests/support/fake-sign-in.ts';
import { OTHER_STUDENT } from '#tests/support/form-drafts.ts';
import { renderComponent, renderPage } from '#tests/support/render-page.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { connectRealtime, currentRealtimeStatus } from '#web/lib/realtime/realtime.ts';
import { takeSessionEndReason } from '#web/lib/session/credentials.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { renewSession } from './renew-session.ts';

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

describe('session that is renewed', () => {
	const RENEWED = { accessToken: accessTokenOf(STUDENT.id, 'renewed') };
	const OTHER_CREDENTIALS = {
		accessToken: accessTokenOf(OTHER_STUDENT.id),
		userId: String(OTHER_STUDENT.id),
	};

	/** Starts a renewal of the student's session, and returns functions that answer it. */
	function startRenewal() {
		const answer = Promise.withResolvers<typeof RENEWED>();
		const renewal = renewSession(STUDENT.id, answer.promise, 'The answer was lost.');
		return { renewal, ...answer };
	}

	/**
	 * Replaces the stored credentials as another tab does; an empty object signs out. Then fires the events that this tab
	 * gets: one for each key.
	 */
	function storeInOtherTab(credentials: Record<string, string>): void {
		localStorage.clear();
		for (const [key, value] of Object.entries(credentials)) localStorage.setItem(key, value);
		for (const key of ['accessToken', 'userId'])
			window.dispatchEvent(new StorageEvent('storage', { key }));
	}

	beforeEach(async () => {
		await renderComponent(null, { as: STUDENT });
		await expect.poll(() => currentSession().user).toEqual(STUDENT);
	});

	test('another user who logs in during a session renewal becomes the current user at once, and the late answer does not replace their session', async () => {
		fakeApi.answer(checkSession, { success: true, user: OTHER_STUDENT });
		const { renewal, resolve } = startRenewal();
		storeInOtherTab({});
		expect(currentSession().userId).toBe(STUDENT.id);

		storeInOtherTab(OTHER_CREDENTIALS);
		expect(currentSession().userId).toBe(OTHER_STUDENT.id);
		resolve(RENEWED);

		await expect(renewal).rejects.toMatchObject({ code: REQUEST_ERRORS.signIn.code });
		expect(storedSession()).toEqual(OTHER_CREDENTIALS);
		await expect.poll(() => currentSession().user).toEqual(OTHER_STUDENT);
	});

	test('after another user has logged in and out during a session renewal, the late answer signs in no user', async () => {
		fakeApi.answer(checkSession, { success: true, user: OTHER_STUDENT });
		const { renewal, resolve } = startRenewal();
		storeInOtherTab(OTHER_CREDENTIALS);

		storeInOtherTab({});
		expect(currentSession().hasToken).toBe(false);
		resolve(RENEWED);

		await expect(renewal).rejects.toMatchObject({ code: REQUEST_ERRORS.signIn.code });
		expect(storedSession()).toEqual({});
	});

	test('the answer to a session renewal does not replace the session of another user whose login this tab has not noticed yet', async () => {
		fakeApi.answer(checkSession, { success: true, user: OTHER_STUDENT });
		const { renewal, resolve } = startRenewal();
		for (const [key, value] of Object.entries(OTHER_CREDENTIALS)) localStorage.setItem(key, value);
		resolve(RENEWED);

		await expect(renewal).rejects.toMatchObject({ code: REQUEST_ERRORS.signIn.code });
		expect(currentSession().userId).toBe(OTHER_STUDENT.id);
		expect(storedSession()).toEqual(OTHER_CREDENTIALS);
	});

	test('when two session renewals overlap and the rejection of the second arrives before the answer to the first, the user stays signed in', async () => {
		fakeApi.answer(checkSession, ({ headers }) =>
			headers.get('authorization') === `Bearer ${RENEWED.accessToken}`
				? { success: true, user: STUDENT }
				: refuse(401, REQUEST_ERRORS.signIn),
		);
		const checks = fakeApi.requests(checkSession).length;
		const first = startRenewal();
		const second = startRenewal();

		second.reject(new ApiError(401, REQUEST_ERRORS.signIn));
		await expect(second.renewal).rejects.toThrow();
		await expect.poll(() => fakeApi.requests(checkSession)).toHaveLength(checks + 1);
		first.resolve(RENEWED);
		await first.renewal;

		await expect.poll(() => fakeApi.requests(checkSession)).toHaveLength(checks + 2);
		expect(currentSession().user).toEqual(STUDENT);
		expect(storedSession()).toEqual({ ...RENEWED, userId: String(STUDENT.id) });
	});
});
