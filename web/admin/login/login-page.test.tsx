import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADMINISTRATOR_MESSAGES, chooseAdminPassword } from '#contract/admin/administrators.ts';
import { ADMIN_SESSION_ERRORS, ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SESSION_MESSAGES, adminLogin } from '#contract/admin/session.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { alert, button, text } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage, signInOnPage } from '#tests/support/render-admin-page.tsx';

const email = page.getByLabelText('Email');
const password = page.getByLabelText('Password', { exact: true });
const code = page.getByLabelText('Code');
const login = button('Login');

test('the back-office login shows errors for missing and wrong input, and leads to the requested page after success', async () => {
	fakeAdminUsers();
	fakeApi.answer(adminLogin, refuse(401, AUTH_ERRORS.invalidCredentials));
	await renderAdminPage('/admin/users?search=asha');

	await login.click();
	await expect.element(text(ADMIN_SESSION_ERRORS.emailRequired.message)).toBeVisible();
	await email.fill(ADMIN.email);
	await login.click();
	await expect.element(text(PERSON_ERRORS.passwordRequired.message)).toBeVisible();
	await expect.element(password).toHaveFocus();
	await password.fill('something else');
	await button('Show password').click();
	await expect.element(password).toHaveAttribute('type', 'text');
	await login.click();
	await expect.element(alert.getByText(AUTH_ERRORS.invalidCredentials.message)).toBeVisible();
	fakeApi.answer(adminLogin, NO_CONNECTION);
	await login.click();
	await expect.element(alert.getByText(ADMIN_SESSION_MESSAGES.noConnection)).toBeVisible();
	await signInOnPage(ADMIN);

	await expect.element(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
	expect(window.location.search).toBe('?search=asha');
	expect(localStorage.getItem('adminId')).toBe(`${ADMIN.id}`);
});

test('when two-step sign-in is on, the back-office login asks for a code and refuses a wrong code', async () => {
	fakeAdminUsers();
	fakeApi.answer(adminLogin, refuse(401, ADMIN_SESSION_ERRORS.codeNeeded, { needsCode: true }));
	await renderAdminPage(ADMIN_PAGES.users);
	await email.fill(ADMIN.email);
	await password.fill('mine');

	await login.click();
	await expect.element(page.getByText(ADMIN_SESSION_ERRORS.codeNeeded.message)).toBeVisible();
	await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
	await expect.element(code).toHaveFocus();
	await code.fill('12');
	await login.click();
	await expect.element(page.getByText(ADMIN_SESSION_ERRORS.badCode.message)).toBeVisible();
	fakeApi.answer(adminLogin, refuse(401, ADMIN_SESSION_ERRORS.wrongCode));
	await code.fill('123456');
	await login.click();
	await expect.element(alert.getByText(ADMIN_SESSION_ERRORS.wrongCode.message)).toBeVisible();

	const codes = fakeApi.requests(adminLogin).map(({ body }) => body.code);
	expect(codes).toEqual([undefined, '123456']);
});

test('a new administrator chooses a password by the mailed link and is led to the login', async () => {
	fakeApi.answer(chooseAdminPassword, refuse(400, ADMINISTRATOR_ERRORS.linkExpired));
	await renderAdminPage(`${ADMIN_PAGES.choosePassword}#token=some`);
	await page.getByLabelText('New password', { exact: true }).fill('a new pass phrase');
	await page.getByLabelText('Confirm new password').fill('another one');
	await button('Set password').click();
	await expect.element(text(PERSON_ERRORS.passwordsDiffer.message)).toBeVisible();
	await page.getByLabelText('Confirm new password').fill('a new pass phrase');
	await button('Set password').click();
	await expect.element(alert.getByText(ADMINISTRATOR_ERRORS.linkExpired.message)).toBeVisible();
	expect(window.location.hash).toBe('');
	await expectAccessible();
	const message = ADMINISTRATOR_MESSAGES.passwordChosen;
	fakeApi.answer(chooseAdminPassword, { success: true, message });

	await button('Set password').click();

	await expect.element(page.getByRole('status').getByText(message)).toBeVisible();
	await expect.element(login).toBeVisible();
	expect(fakeApi.requests(chooseAdminPassword).at(-1)?.body).toEqual({
		token: 'some',
		newPassword: 'a new pass phrase',
	});
});

test('the back-office login has no axe violations', async () => {
	await renderAdminPage(ADMIN_PAGES.login);
	await expect.element(login).toBeVisible();

	await expectAccessible();
});
