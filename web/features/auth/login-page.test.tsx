import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { checkSession, login, logout } from '#contract/auth/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { type ApiRequest, fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { accessTokenOf, fakeSignIn, storedSession } from '#tests/support/fake-sign-in.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { saveReturnPath } from './return-path.ts';

const email = page.getByLabelText('Email address');
const password = page.getByLabelText('Password', { exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

async function logIn(): Promise<void> {
	await email.fill('asha@campus.example');
	await password.fill('chalk and talk');
	await page.getByRole('button', { name: 'Login', exact: true }).click();
}

beforeEach(() => fakeSignIn());

test('after login, a visitor returns to the page that asked for the login, with the URL fragment', async () => {
	await renderPage('/login?next=/rules%23appeal', { width: 360 });

	await logIn();

	await expect.element(page.getByRole('heading', { name: 'Rules', level: 1 })).toBeVisible();
	expect(window.location.pathname + window.location.hash).toBe('/rules#appeal');
	expect(storedSession()).toMatchObject({ userId: String(STUDENT.id) });
	const [sent] = fakeApi.requests(login);
	expect(sent?.body).toEqual({ email: 'asha@campus.example', password: 'chalk and talk' });
});

test('a login that is refused or finds no connection is reported as failed, and the typed values stay', async () => {
	await renderPage('/login');
	for (const [answer, message] of [
		[refuse(401, AUTH_ERRORS.invalidCredentials), AUTH_ERRORS.invalidCredentials.message],
		[NO_CONNECTION, AUTH_MESSAGES.failed],
	] as const) {
		fakeApi.answer(login, answer);
		await logIn();

		await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
		await expect.element(email).toHaveValue('asha@campus.example');
		await expect.element(password).toHaveValue('chalk and talk');
	}
	expect(storedSession()).toEqual({});
});

test('the owner of a suspended account reads why, since when and how to appeal, and can return to the form', async () => {
	const suspension = { since: '2026-03-04T05:06:07.000Z', reason: 'Sold a fake ticket.' };
	fakeApi.answer(login, refuse(403, AUTH_ERRORS.suspended, { suspension }));
	await renderPage('/login?next=/rules', { width: 360 });

	await logIn();

	const message = page.getByRole('alert').getByText(AUTH_ERRORS.suspended.message);
	await expect.element(message).toBeVisible();
	await expect.element(page.getByText('Sold a fake ticket.')).toBeVisible();
	await expect.element(page.getByText('4 March 2026 at 10:36 am')).toBeVisible();
	await expect.element(link('support@campus.example')).toBeVisible();
	await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
	await expectAccessible();
	await page.getByRole('button', { name: 'Log in with another account' }).click();
	await expect.element(email).toBeVisible();
	expect(window.location.search).toBe('?next=%2Frules');
});

test('the login page says which chat the visitor wanted to open, or for which item to offer or which one to report, and the sign-up page repeats the chat', async () => {
	const { id } = fakeItemPage({ title: 'Casio fx-991', User: { userName: 'Ananya' } });
	await renderPage(`/item/${id}`);

	await link('Chat with Seller').click();
	const chat = 'to chat with Ananya about Casio fx-991.';
	await expect.element(page.getByText(`Log in ${chat}`)).toBeVisible();
	await link('Sign Up').click();
	await expect.element(page.getByText(`Sign up ${chat}`)).toBeVisible();
	window.history.back();
	await page.getByRole('button', { name: 'Report Item' }).click();
	await expect.element(page.getByText('Log in to report Casio fx-991.')).toBeVisible();
	window.history.back();
	await link('Make an offer').click();
	await expect.element(page.getByText('Log in to make an offer for Casio fx-991.')).toBeVisible();

	await cleanup();
	await renderPage(window.location.pathname + window.location.search);

	await expect.element(page.getByText('Log in to make an offer.')).toBeVisible();
});

describe('end of a third-party sign-in', () => {
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
});
