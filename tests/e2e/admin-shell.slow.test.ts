import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_SEARCH_MESSAGES } from '#contract/admin/search.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { adminLoginPage } from '#tests/support/admin-login-page.ts';
import { blockRealtime } from '#tests/support/block-realtime.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

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

test('after sign-in an administrator is taken to the requested page, finds an item by keyboard, and logs out', async () => {
	const admin = await adminAccess.admin();
	const word = `zz${Date.now()}`;
	const item = await postItemAs(await signUpPerson(`Tara ${word}`), { title: `Lamp ${word}` });
	const page = await visit('/admin/users?search=asha', { width: 1280 });
	const { email, password, login, alert, heading } = adminLoginPage(page);
	await email.fill(admin.email);
	await password.fill('something else');
	await login.click();
	await alert.getByText('Invalid credentials').waitFor();
	await password.fill(PASSWORD);
	await login.click();
	await page.waitForURL('**/admin/users?search=asha');
	expect((await storedCredentials(page)).slice(1)).toEqual([String(admin.id), 'admin']);
	await page.goto('/admin/login');
	await page.waitForURL('**/admin/dashboard');
	await page.getByRole('heading', { level: 1 }).waitFor();

	await page.keyboard.press('/');
	await page.getByRole('combobox', { name: ADMIN_SEARCH_MESSAGES.label }).fill(word);
	await page.getByRole('option', { name: `Tara ${word}` }).waitFor();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	await page.waitForURL(`**/admin/items?item=${item}`);
	await page.getByRole('button', { name: 'Logout' }).click();

	await heading.waitFor();
	expect(await storedCredentials(page)).toEqual([null, null, null]);
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

test('when an administrator logs out in another tab, the next sign-in in this tab returns to the page that was open', async () => {
	const admin = await adminAccess.admin({ username: 'Imran' });
	const page = await visit('/admin/dashboard', { admin, width: 1280 });
	const otherTab = await page.context().newPage();
	await page.getByRole('button', { name: 'Logout' }).click();
	await adminLoginPage(page).heading.waitFor();
	await otherTab.goto('/admin/login');
	await signIn(otherTab, admin.email);
	await page.getByRole('link', { name: 'Analytics', exact: true }).first().click();
	await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();

	await otherTab.getByRole('button', { name: 'Logout' }).click();
	await adminLoginPage(page).heading.waitFor();
	await signIn(page, admin.email);

	await page.waitForURL('**/admin/analytics');
});
