import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADMINISTRATOR_MESSAGES, changeAdminPassword } from '#contract/admin/administrators.ts';
import { ADMIN_SESSION_ERRORS, ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import {
	ADMIN_SESSION_MESSAGES,
	confirmTwoStep,
	createRecoveryCodes,
	disableTwoStep,
	getAdminProfile,
	type OwnAdministrator,
	startTwoStepSetup,
} from '#contract/admin/session.ts';
import { listUsers } from '#contract/admin/users.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { button } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const currentPassword = page.getByLabelText('Current password');
const newPassword = page.getByLabelText('New password', { exact: true });
const confirmPassword = page.getByLabelText('Confirm new password');
const code = page.getByLabelText('Code');
const status = page.getByRole('status');
const setUp = button('Set up two-step sign-in');

const openAccount = (changes: Partial<OwnAdministrator> = {}, path: string = ADMIN_PAGES.account) =>
	renderAdminPage(path, { as: { ...ADMIN, ...changes } });
const storeProfile = (changes: Partial<OwnAdministrator> = {}) =>
	fakeApi.answer(getAdminProfile, { success: true, admin: { ...ADMIN, ...changes } });

/** A refusal at one field of the form. */
const refuseField = (path: string, error: { code: string; message: string }) =>
	refuse(400, error, { issues: [{ path, ...error }] });

async function changePassword(password: string): Promise<void> {
	await newPassword.fill(password);
	await confirmPassword.fill(password);
	await button('Change password').click();
}

test('when an administrator changes their password, wrong input shows errors at the fields, and success is confirmed', async () => {
	fakeApi.answer(
		changeAdminPassword,
		refuseField('currentPassword', ADMINISTRATOR_ERRORS.wrongPassword),
	);
	await openAccount();
	await currentPassword.fill('not mine');
	await newPassword.fill('a new one for me');
	await confirmPassword.fill('another');
	await button('Change password').click();
	await expect.element(page.getByText(PERSON_ERRORS.passwordsDiffer.message)).toBeVisible();
	await changePassword('a new one for me');
	await expect.element(page.getByText(ADMINISTRATOR_ERRORS.wrongPassword.message)).toBeVisible();
	await expect.element(currentPassword).toHaveFocus();
	const message = ADMINISTRATOR_MESSAGES.passwordChanged;
	fakeApi.answer(changeAdminPassword, { success: true, message });
	await button('Change password').click();

	await expect.element(status.getByText(message)).toBeVisible();
	await expect.element(currentPassword).toHaveValue('');
});

test('an administrator turns two-step sign-in on with a code, keeps the recovery codes, renews them, and turns it off again', async () => {
	const uri = 'otpauth://totp/market?secret=JBSWY3DPEHPK3PXP';
	const message = ADMIN_SESSION_MESSAGES.twoStepStarted;
	fakeApi.answer(startTwoStepSetup, { success: true, message, uri, secret: 'JBSWY3DPEHPK3PXP' });
	fakeApi.answer(confirmTwoStep, refuseField('code', ADMIN_SESSION_ERRORS.wrongCode));
	fakeApi.answer(disableTwoStep, () => {
		storeProfile();
		return { success: true, message: ADMIN_SESSION_ERRORS.twoStepDisabled.message };
	});
	await openAccount();
	await page.getByLabelText('Your password').fill('mine');
	await setUp.click();
	await expect.element(page.getByRole('img', { name: /^The secret as a picture/ })).toBeVisible();
	await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
	await expect.element(code).toHaveFocus();
	await expectAccessible();

	await code.fill('123456');
	await button('Turn it on').click();
	await expect.element(page.getByText(ADMIN_SESSION_ERRORS.wrongCode.message)).toBeVisible();
	fakeApi.answer(confirmTwoStep, () => {
		storeProfile({ hasTwoStep: true, recoveryCodesLeft: 10 });
		const { message: on } = ADMIN_SESSION_ERRORS.twoStepEnabled;
		return { success: true, message: on, recoveryCodes: ['11111-22222-33333-44444'] };
	});
	await button('Turn it on').click();
	await expect.element(status.getByText(ADMIN_SESSION_ERRORS.twoStepEnabled.message)).toBeVisible();
	const heading = page.getByRole('heading', { name: 'Two-step sign-in' });
	await expect.element(heading).toHaveFocus();
	await expect.element(page.getByText('11111-22222-33333-44444')).toBeVisible();
	await expectAccessible();
	await button('I have kept them').click();
	await expect.element(page.getByText('10 left.')).toBeVisible();
	fakeApi.answer(createRecoveryCodes, {
		success: true,
		message: ADMIN_SESSION_MESSAGES.recoveryCodesCreated,
		recoveryCodes: ['55555-66666-77777-88888'],
	});
	await button('New recovery codes').click();
	await page.getByLabelText('Your password').fill('mine');
	await code.fill('11111-22222-33333-44444');
	await button('Make new recovery codes').click();
	await expect.element(page.getByText('55555-66666-77777-88888')).toBeVisible();
	await button('I have kept them').click();

	await button('Turn it off').click();
	await expect.element(page.getByLabelText('Your password')).toHaveFocus();
	await page.getByLabelText('Your password').fill('mine');
	await code.fill('123 456');
	await button('Turn it off').click();
	const off = status.getByText(ADMIN_SESSION_ERRORS.twoStepDisabled.message);
	await expect.element(off).toBeVisible();
	await expect.element(setUp).toBeVisible();
	await expect.element(heading).toHaveFocus();
	expect(fakeApi.requests(disableTwoStep)[0]?.body.code).toBe('123456');
});

test('an administrator with a temporary password sees only the password form until the password is changed', async () => {
	fakeApi.answer(
		changeAdminPassword,
		refuseField('newPassword', ADMINISTRATOR_ERRORS.temporaryPassword),
	);
	fakeApi.answer(listUsers, refuse(403, ADMIN_SESSION_ERRORS.mustChangePassword));
	await openAccount({ mustChangePassword: true }, ADMIN_PAGES.users);
	const requiredActionText = page.getByText(ADMIN_SESSION_ERRORS.mustChangePassword.message);
	await expect.element(requiredActionText).toBeVisible();
	expect(window.location.pathname).toBe(ADMIN_PAGES.account);
	await expect.element(setUp).not.toBeInTheDocument();
	await expectAccessible();

	await currentPassword.fill('given');
	await changePassword('given to me');
	const temporary = page.getByText(ADMINISTRATOR_ERRORS.temporaryPassword.message);
	await expect.element(temporary).toBeVisible();
	fakeApi.answer(changeAdminPassword, () => {
		storeProfile();
		return { success: true, message: ADMINISTRATOR_MESSAGES.passwordChanged };
	});
	await changePassword('a new one for me');

	await expect.element(setUp).toBeVisible();
	await expect.element(requiredActionText).not.toBeInTheDocument();
});

test('an administrator who must set up two-step sign-in is redirected to the account page, which shows only the form for the setup', async () => {
	fakeApi.answer(listUsers, refuse(403, ADMIN_SESSION_ERRORS.twoStepSetupRequired));
	await openAccount({ mustSetUpTwoStep: true }, ADMIN_PAGES.users);

	const required = page.getByText(ADMIN_SESSION_ERRORS.twoStepSetupRequired.message);
	await expect.element(required).toBeVisible();
	await expect.element(setUp).toBeVisible();
	await expect.element(currentPassword).not.toBeInTheDocument();
});
