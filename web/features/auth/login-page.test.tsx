import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { login } from '#contract/auth/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeSignIn, storedSession } from '#tests/support/fake-sign-in.ts';
import { renderPage } from '#tests/support/render-page.tsx';

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

test.each([
	{ reason: 'a wrong password', answer: refuse(401, AUTH_ERRORS.invalidCredentials) },
	{ reason: 'no connection', answer: NO_CONNECTION },
])('a login with $reason is reported as failed, and the typed values stay', async ({ answer }) => {
	fakeApi.answer(login, answer);
	await renderPage('/login');

	await logIn();

	const isRefused = answer !== NO_CONNECTION;
	const message = isRefused ? AUTH_ERRORS.invalidCredentials.message : AUTH_MESSAGES.failed;
	await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
	await expect.element(email).toHaveValue('asha@campus.example');
	await expect.element(password).toHaveValue('chalk and talk');
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
