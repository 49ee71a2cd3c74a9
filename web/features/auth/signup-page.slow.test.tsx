import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { register } from '#contract/auth/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeAccount } from '#tests/support/fake-account.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { alertTexts } from '#tests/support/fake-item-form.ts';
import { fakeSignIn, storedSession } from '#tests/support/fake-sign-in.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { clearStoredSession } from '#web/lib/session/session.ts';

const EMAIL = 'ravi@campus.example';

const name = page.getByLabelText('Name', { exact: true });
const email = page.getByLabelText('Email address');
const phone = page.getByLabelText('Phone number');
const password = page.getByLabelText('Password', { exact: true });
const repeated = page.getByLabelText('Confirm Password');
const signUp = page.getByRole('button', { name: 'Sign Up', exact: true });

/** Fills everything but the contact. */
async function fillOthers(): Promise<void> {
	await name.fill('Ravi');
	await password.fill('chalk and talk');
	await repeated.fill('chalk and talk');
}

beforeEach(() => fakeSignIn());

test('where the browser stores nothing, a sign-up opens a session for the tab, which a logout ends', async () => {
	const refuseStorage = () => {
		throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
	};
	const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuseStorage);
	onTestFinished(() => setItem.mockRestore());
	await renderPage('/signup?next=/rules');
	await fillOthers();
	await email.fill(EMAIL);

	await signUp.click();

	await expect.element(page.getByRole('heading', { name: 'Rules', level: 1 })).toBeVisible();
	expect(readCredentials()?.token).toBeTruthy();
	expect(storedSession()).toEqual({});
	clearStoredSession();
	expect(readCredentials()).toBeUndefined();
});

test('the sign-up form reports all invalid fields together, clears each error on editing, and keeps the typed values', async () => {
	await renderPage('/signup');
	const [nameRule, emailRule, passwordRule, differ] = (
		['name', 'email', 'passwordShort', 'passwordsDiffer'] as const
	).map((rule) => PERSON_ERRORS[rule].message);

	await signUp.click();
	await expect.poll(alertTexts).toEqual([nameRule, emailRule, passwordRule]);
	await expect.element(name).toHaveFocus();
	await name.fill('Ravi');
	await expect.poll(alertTexts).toEqual([emailRule, passwordRule]);
	await email.fill(EMAIL);
	await password.fill('chalk and talk');
	await repeated.fill('chalk and walk');
	await expect.poll(alertTexts).toEqual([]);
	await signUp.click();
	await expect.poll(alertTexts).toEqual([differ]);
	await expect.element(repeated).toHaveFocus();
	await userEvent.type(password, '!');

	await expect.poll(alertTexts).toEqual([]);
	await expect.element(name).toHaveValue('Ravi');
	await expect.element(password).toHaveValue('chalk and talk!');
	expect(fakeApi.requests(register)).toEqual([]);
});

test('an email address that already has an account is reported where it was typed, and filled in on the login page', async () => {
	fakeApi.answer(register, refuse(409, AUTH_ERRORS.emailTaken));
	await renderPage('/signup?next=/rules', { width: 360 });
	await fillOthers();
	await page.getByText('Phone', { exact: true }).click();
	await phone.fill(EMAIL);

	await signUp.click();
	await expect.element(page.getByText(AUTH_ERRORS.emailTaken.message)).toBeVisible();
	await expect.element(phone).toHaveFocus();
	await page.getByRole('link', { name: 'Log in with it' }).click();

	await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
	await expect.element(email).toHaveValue(EMAIL);
	expect(window.location.search).toBe('?next=%2Frules');
});

test('the sign-up page reports a failed sign-in with Google; if Google is not configured, neither the sign-up page nor the login page offers it', async () => {
	await renderPage('/signup?error=auth_failed');

	const message = page.getByText(AUTH_ERRORS.thirdPartyFailed.message);
	await expect.element(message).toBeVisible();
	await expect.element(page.getByText(/with Google/)).not.toBeInTheDocument();
	await page.getByRole('link', { name: 'Login' }).click();
	await expect.element(page.getByRole('link', { name: 'Admin Login' })).toBeVisible();
	await expect.element(page.getByText(/with Google/)).not.toBeInTheDocument();
});

test('a signed-in user whose Google account could not be linked is led to the account page', async () => {
	fakeAccount();
	await renderPage('/signup?error=auth_failed', { as: STUDENT });

	await expect.poll(() => window.location.pathname).toBe('/account');
});
