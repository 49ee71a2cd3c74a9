import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { checkSession, logout } from '#contract/auth/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { type ApiRequest, fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { accessTokenOf, fakeSignIn, storedSession } from '#tests/support/fake-sign-in.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { saveReturnPath } from './return-path.ts';

const RAVI = { ...STUDENT, id: 8, userName: 'Ravi' };
const RAVIS_TOKEN = accessTokenOf(RAVI.id);

const tokenIn = ({ headers }: ApiRequest) => headers.get('authorization')?.replace('Bearer ', '');
const rules = page.getByRole('heading', { name: 'Rules', level: 1 });
const ravisSession = () => ({ accessToken: RAVIS_TOKEN, userId: String(RAVI.id) });

/** Answers the requests of a signed-in user's home page. */
function fakeHome(): void {
	fakeListing();
	fakeApi.answer(getNotificationSummary, notificationSummary());
}

/** Opens the page with Ravi's token in a browser where Asha is signed in. */
async function openWithRavisToken(): Promise<void> {
	fakeHome();
	fakeApi.answer(checkSession, (request) => ({
		success: true,
		user: tokenIn(request) === RAVIS_TOKEN ? RAVI : STUDENT,
	}));
	await renderPage(`/auth/success?token=${RAVIS_TOKEN}`, { as: STUDENT, width: 360 });
	await expect.element(page.getByRole('heading', { name: 'Log in as Ravi?' })).toBeVisible();
}

test('after a third-party sign-in, token and user id are stored, and the requested page opens with a clean URL', async () => {
	fakeSignIn(RAVI);
	saveReturnPath('/rules');

	await renderPage(`/auth/success?token=${RAVIS_TOKEN}`);

	await expect.element(rules).toBeVisible();
	await expect.poll(() => fakeApi.requests(checkSession).map(tokenIn)).toEqual([RAVIS_TOKEN]);
	expect(window.location.search).toBe('');
	expect(storedSession()).toEqual(ravisSession());
	expect(sessionStorage.length).toBe(0);
});

test('a third-party sign-in that ends without a valid token is reported as failed', async () => {
	await renderPage('/auth/success?token=a.b.c');

	await expect.element(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeVisible();
	expect(window.location.pathname + window.location.search).toBe('/signup?error=auth_failed');
	expect(storedSession()).toEqual({});
});

test('when a third-party sign-in ends in another account, the user is asked whether to switch, and can keep the current session', async () => {
	await openWithRavisToken();
	const ashasSession = storedSession();
	expect(window.location.search).toBe('');
	expect(ashasSession.userId).toBe(String(STUDENT.id));

	await page.getByRole('link', { name: 'Stay in my account' }).click();

	await expect.poll(() => window.location.pathname).toBe('/');
	expect(storedSession()).toEqual(ashasSession);
});

test('a sign-in token that the server rejects does not replace the current session', async () => {
	fakeHome();
	fakeApi.answer(checkSession, (request) =>
		tokenIn(request) === RAVIS_TOKEN
			? refuse(401, REQUEST_ERRORS.signIn)
			: { success: true, user: STUDENT },
	);

	await renderPage(`/auth/success?token=${RAVIS_TOKEN}`, { as: STUDENT });

	await expect.poll(() => window.location.pathname).toBe('/');
	expect(fakeApi.requests(checkSession).map(tokenIn)).toContain(RAVIS_TOKEN);
	expect(storedSession()).toMatchObject({ userId: String(STUDENT.id) });
	expect(storedSession().accessToken).not.toBe(RAVIS_TOKEN);
});

test('switching accounts logs the old session out, and goes on if the server does not answer within 5 seconds', async () => {
	vi.useFakeTimers();
	await openWithRavisToken();
	const { accessToken: ashasToken } = storedSession();
	fakeApi.answer(logout, { success: true });
	fakeApi.hold(logout);

	await page.getByRole('button', { name: 'Log in as Ravi' }).click();
	await expect.poll(() => fakeApi.requests(logout).map(tokenIn)).toEqual([ashasToken]);
	await vi.advanceTimersByTimeAsync(5000);

	await expect.poll(() => window.location.pathname).toBe('/');
	expect(storedSession()).toEqual(ravisSession());
});
