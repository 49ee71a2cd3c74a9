import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import { ADMIN_SESSION_ERRORS, ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { adminLoginPage } from '#tests/support/admin-login-page.ts';
import { blockRealtime } from '#tests/support/block-realtime.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { PASSWORD } from '#tests/support/password.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

const STEP_MS = 30_000;

/** The code of an authenticator app with this secret. @param stepOffset steps of 30 s from now */
function codeOf(secret: string, stepOffset: number): string {
	const timestamp = Date.now() + stepOffset * STEP_MS;
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

const storedCredentials = (page: Page) =>
	page.evaluate(() =>
		['adminToken', 'adminId', 'adminRole'].map((key) => localStorage.getItem(key)),
	);

async function signIn(page: Page, address: string): Promise<void> {
	const { email, password, login } = adminLoginPage(page);
	await email.fill(address);
	await password.fill(PASSWORD);
	await login.click();
}

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

test('an administrator who is idle for half an hour is first warned and then signed out in every tab', async () => {
	const admin = await adminAccess.admin({ username: 'Imran' });
	const page = await visit('/icon.svg', { admin });
	// Blocked, because the realtime connection reloads the profile on each reconnection, as activity does.
	await blockRealtime(page.context());
	await page.clock.install();
	await page.goto('/admin/analytics?days=14');
	const otherTab = await page.context().newPage();
	await otherTab.goto('/admin/dashboard');
	// Activity reloads the profile only after it has loaded for the first time.
	await otherTab.getByRole('heading', { name: 'Welcome back, Imran' }).waitFor();
	const question = (tab: Page) =>
		tab.getByRole('alertdialog', { name: ADMIN_SESSION_MESSAGES.idleWarning });

	await page.clock.fastForward('20:00');
	const profileRequest = otherTab.waitForRequest('**/api/admin/profile');
	await otherTab.mouse.move(300, 300);
	await otherTab.mouse.move(320, 310);
	await page.clock.fastForward('00:20');
	await profileRequest;
	await page.clock.fastForward('29:00');
	await question(otherTab).waitFor();
	// Moving the pointer does not answer the question.
	await page.mouse.move(300, 300);
	const stay = page.getByRole('button', { name: ADMIN_SESSION_MESSAGES.staySignedIn });
	await stay.click();
	await question(otherTab).waitFor({ state: 'hidden' });
	await page.clock.fastForward('20:00');
	await page.getByRole('heading', { name: 'Analytics' }).waitFor();
	expect((await storedCredentials(page))[0]).toBe(admin.token);
	await page.clock.fastForward('11:00');

	await page.getByText(ADMIN_SESSION_MESSAGES.ended).waitFor();
	await adminLoginPage(otherTab).heading.waitFor();
	expect(await storedCredentials(page)).toEqual([null, null, null]);
	await signIn(page, admin.email);
	await page.waitForURL('**/admin/analytics?days=14');
});
