import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getAccount } from '#contract/accounts/endpoints.ts';
import {
	checkSession,
	confirmEmail,
	forgotPassword,
	resetPassword,
} from '#contract/auth/endpoints.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeAccount } from '#tests/support/fake-account.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { storedSession } from '#tests/support/fake-sign-in.ts';
import { goTo, renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const link = (name: string) => page.getByRole('link', { name, exact: true });
const expired = page.getByText(RECOVERY_ERRORS.linkExpired.message);
const email = page.getByLabelText('Email address');

async function enterNewPassword(password: string): Promise<void> {
	await page.getByLabelText('New password', { exact: true }).fill(password);
	await page.getByLabelText('Confirm new password').fill(password);
	await page.getByRole('button', { name: 'Change my password' }).click();
}

test.each([
	['/reset-password', 'Ask for a new link'],
	['/confirm-email', 'Go Home'],
])(
	'the page %s without a valid token says that the link has expired, and links to “%s”',
	async (path, next) => {
		fakeApi.answer(confirmEmail, refuse(400, RECOVERY_ERRORS.linkExpired));
		await renderPage(path);

		await expect.element(expired).toBeVisible();
		await expect.element(link(next)).toBeVisible();
		await expect.element(link('Login')).toHaveAttribute('href', '/login');
		expect(window.location.hash).toBe('');
	},
);

test('the forgot-password page gives the same answer for every email address, and offers to try another address', async () => {
	fakeApi.answer(forgotPassword, { success: true, message: RECOVERY_MESSAGES.linkSent });
	await renderPage('/forgot-password', { width: 360 });
	await expect.element(page.getByText('No email address on your account?')).toBeVisible();
	const pageTexts: string[] = [];

	for (const address of [STUDENT.email ?? '', 'NoBody@Campus.Example']) {
		await email.fill(address);
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText(RECOVERY_MESSAGES.linkSent)).toBeVisible();
		await expect.element(page.getByRole('heading', { name: 'Check your email' })).toHaveFocus();
		pageTexts.push(page.getByRole('main').element().textContent);
		await page.getByRole('button', { name: 'Try another address' }).click();
		await expect.element(email).toBeVisible();
	}

	expect(new Set(pageTexts).size).toBe(1);
	expect(fakeApi.requests(forgotPassword).map(({ body }) => body.email)).toEqual([
		STUDENT.email,
		'nobody@campus.example',
	]);
});

test('the mailed link for a new password stores it under the account’s address and signs in, also after Back, and its token leaves the URL', async () => {
	fakeApi.answer(resetPassword, {
		success: true,
		message: RECOVERY_MESSAGES.passwordReset,
		accessToken: 'new-token',
		user: { id: STUDENT.id },
	});
	fakeApi.answer(checkSession, { success: true, user: STUDENT });
	await renderPage('/reset-password#token=mailed&email=asha%40campus.example');
	const username = document.querySelector('input[autocomplete=username]');
	expect(username).toHaveProperty('value', 'asha@campus.example');
	await expect.element(page.getByLabelText('Confirm new password')).toBeVisible();
	await expect.poll(() => window.location.hash).toBe('');
	goTo('/login');
	await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
	window.history.back();

	await enterNewPassword('a better one');

	await expect.element(page.getByText(RECOVERY_MESSAGES.passwordResetHere)).toBeVisible();
	expect(fakeApi.requests(resetPassword)).toMatchObject([{ body: { token: 'mailed' } }]);
	await expect.element(link('Go Home')).toBeVisible();
	expect(storedSession()).toMatchObject({ accessToken: 'new-token', userId: String(STUDENT.id) });
});

test.each([
	['changes the password and signs this browser out', true],
	['is refused once it has expired, and this browser stays signed in', false],
])('the mailed link for a new password %s', async (_, isValid) => {
	const password = 'a better one';
	fakeApi.answer(resetPassword, () =>
		isValid
			? { success: true, message: RECOVERY_MESSAGES.passwordReset }
			: refuse(400, RECOVERY_ERRORS.linkExpired),
	);
	await renderPage('/reset-password#token=mailed', { as: STUDENT });
	if (isValid) fakeApi.answer(checkSession, refuse(401, REQUEST_ERRORS.signIn));

	await enterNewPassword(password);

	const outcome = isValid ? page.getByText(RECOVERY_MESSAGES.passwordReset) : expired;
	await expect.element(outcome).toBeVisible();
	expect(fakeApi.requests(resetPassword).map(({ body }) => body)).toEqual([
		{ token: 'mailed', password },
	]);
	await expect.poll(() => Object.keys(storedSession())).toHaveLength(isValid ? 0 : 2);
});

test('the mailed link for a new password of another account keeps the user of this browser signed in, and the page says so', async () => {
	fakeApi.answer(resetPassword, { success: true, message: RECOVERY_MESSAGES.passwordReset });
	await renderPage('/reset-password#token=mailed', { as: STUDENT });
	const before = storedSession();

	await enterNewPassword('a better one');

	await expect.element(page.getByText(RECOVERY_MESSAGES.passwordReset)).toBeVisible();
	const user = page.getByText(`This browser is logged in as ${STUDENT.userName}.`);
	await expect.element(user).toBeVisible();
	await expect.element(link('Go Home')).toBeVisible();
	await expect.element(link('Login')).not.toBeInTheDocument();
	expect(storedSession()).toEqual(before);
});

test('when the response to an email confirmation is lost, a retry shows the address as confirmed', async () => {
	vi.useFakeTimers();
	fakeAccount({ emailConfirmed: true, pendingEmail: null });
	fakeApi.answer(confirmEmail, NO_CONNECTION);
	await renderPage('/confirm-email#token=mailed', { as: STUDENT });
	await skipUntil(page.getByRole('button', { name: 'Try again' }));
	fakeApi.answer(confirmEmail, refuse(400, RECOVERY_ERRORS.linkExpired));

	await page.getByRole('button', { name: 'Try again' }).click();

	await expect.element(page.getByText(RECOVERY_MESSAGES.emailConfirmed)).toBeVisible();
	await expect.element(expired).not.toBeInTheDocument();
});

test('a confirmation link for another account asks the user to log in to that account, even if their own address is confirmed', async () => {
	fakeAccount({ emailConfirmed: true, pendingEmail: null });
	fakeApi.answer(confirmEmail, refuse(403, RECOVERY_ERRORS.linkForOtherAccount));

	await renderPage('/confirm-email#token=mailed', { as: STUDENT });

	const wrongAccount = page.getByText(RECOVERY_ERRORS.linkForOtherAccount.message);
	await expect.element(wrongAccount).toBeVisible();
	expect(fakeApi.requests(getAccount)).toEqual([]);
});

test('when the response to a password reset is lost, a retry says that the password may be changed already', async () => {
	fakeApi.answer(resetPassword, NO_CONNECTION);
	await renderPage('/reset-password#token=mailed');
	await enterNewPassword('a better one');
	await expect.element(page.getByRole('alert').first()).toBeVisible();
	fakeApi.answer(resetPassword, refuse(400, RECOVERY_ERRORS.linkExpired));

	await page.getByRole('button', { name: 'Change my password' }).click();

	await expect.element(page.getByText(RECOVERY_MESSAGES.perhapsChanged)).toBeVisible();
	await expect.element(link('Login')).toBeVisible();
});
