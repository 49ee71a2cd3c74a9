import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { test } from 'vitest';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import { ADMIN_SESSION_ERRORS, ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { adminLoginPage } from '#tests/support/admin-login-page.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectVisiblyChanged } from '#tests/support/page-checks.ts';
import { PASSWORD } from '#tests/support/password.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

const STEP_MS = 30_000;

/** The code of an authenticator app with this secret. @param stepOffset steps of 30 s from now */
function codeOf(secret: string, stepOffset: number): string {
	const timestamp = Date.now() + stepOffset * STEP_MS;
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

test('in forced-colours mode, a switch on the settings page looks different when it is on', async () => {
	const admin = await adminAccess.admin({ roleLevel: 'super_admin' });
	const page = await visit(ADMIN_PAGES.settings, { admin });
	await page.emulateMedia({ forcedColors: 'active' });
	const twoStep = page.getByText('Require two-step sign-in', { exact: true });

	await expectVisiblyChanged(twoStep, twoStep.filter({ has: page.locator(':checked') }));
});

test('an administrator whose password was reset signs in with it and must choose a new one; removal signs the administrator out at once', async () => {
	const me = await adminAccess.admin({ roleLevel: 'super_admin' });
	const other = await adminAccess.admin({ username: `Imran ${randomUUID().slice(0, 8)}` });
	const temporaryPassword = 'given to you for now';
	const page = await visit(ADMIN_PAGES.settings, { admin: me, width: 1280 });
	await page.getByRole('button', { name: `Reset password: ${other.username}` }).click();
	await page.getByRole('dialog').getByLabel('New password').fill(temporaryPassword);
	await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
	await page.getByRole('status').getByText(ADMINISTRATOR_MESSAGES.passwordReset).waitFor();

	const otherPage = await visit(ADMIN_PAGES.users);
	const { email, password, login } = adminLoginPage(otherPage);
	await email.fill(other.email);
	await password.fill(temporaryPassword);
	await login.click();
	await otherPage.waitForURL(`**${ADMIN_PAGES.account}`);
	await otherPage.getByText(ADMIN_SESSION_ERRORS.mustChangePassword.message).waitFor();
	const change = async (chosen: string) => {
		await otherPage.getByLabel('Current password').fill(temporaryPassword);
		await otherPage.getByLabel('New password', { exact: true }).fill(chosen);
		await otherPage.getByLabel('Confirm new password').fill(chosen);
		await otherPage.getByRole('button', { name: 'Change password' }).click();
	};
	await change(temporaryPassword);
	await otherPage.getByText(ADMINISTRATOR_ERRORS.temporaryPassword.message).waitFor();
	await change('a new one for me');
	await otherPage.getByRole('button', { name: 'Set up two-step sign-in' }).waitFor();

	await page.getByRole('button', { name: `Remove: ${other.username}` }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
	await page.getByRole('status').getByText(ADMINISTRATOR_MESSAGES.removed).waitFor();
	await adminLoginPage(otherPage).heading.waitFor();
});

test('an administrator turns on two-step sign-in with an authenticator app; the next sign-in requires a valid code', async () => {
	const admin = await adminAccess.admin();
	const page = await visit(ADMIN_PAGES.account, { admin, width: 1280 });
	const { email, password, code, login, alert } = adminLoginPage(page);
	await page.getByLabel('Your password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
	const secret = (await page.locator('code').innerText()).replace(/\s/g, '');
	const turnOn = page.getByRole('button', { name: 'Turn it on' });
	await code.fill(codeOf(secret, 40));
	await turnOn.click();
	await page.getByText(ADMIN_SESSION_ERRORS.wrongCode.message).waitFor();
	await code.fill(codeOf(secret, 0));
	await turnOn.click();
	await page.getByRole('status').getByText(ADMIN_SESSION_ERRORS.twoStepEnabled.message).waitFor();
	await page.getByRole('button', { name: 'Logout' }).click();

	await email.fill(admin.email);
	await password.fill(PASSWORD);
	await login.click();
	await page.getByText(ADMIN_SESSION_ERRORS.codeNeeded.message).waitFor();
	await code.fill(codeOf(secret, 40));
	await login.click();
	await alert.getByText(ADMIN_SESSION_ERRORS.wrongCode.message).waitFor();
	await code.fill(codeOf(secret, 1));
	await login.click();

	await page.waitForURL(`**${ADMIN_PAGES.dashboard}`);
});
