import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN_SEARCH_MESSAGES } from '#contract/admin/search.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { adminLoginPage } from '#tests/support/admin-login-page.ts';
import { blockRealtime } from '#tests/support/block-realtime.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectAccessible } from '#tests/support/page-checks.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

const LOGIN_CALL = '**/api/admin/login';
const STEP_MS = 30_000;

/** @param stepOffset steps of 30 s from now */
function codeOf(secret: string, stepOffset: number): string {
	const timestamp = Date.now() + stepOffset * STEP_MS;
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

const storedToken = (page: Page) =>
	page.evaluate(() =>
		['adminToken', 'adminId', 'adminRole'].map((key) => localStorage.getItem(key)),
	);

describe('the login page of the back-office', () => {
	test('reports missing and wrong values, and returns to the requested page', async () => {
		const admin = await adminAccess.admin();
		const page = await visit('/admin/users?search=asha');
		const { email, password, login, alert, heading } = adminLoginPage(page);
		await heading.waitFor();

		await login.click();
		await page.getByText(ADMIN_SESSION_MESSAGES.emailRequired).waitFor();
		await email.fill(admin.email);
		await login.click();
		await page.getByText(PEOPLE_MESSAGES.passwordRequired).waitFor();
		await expectFocus(password);
		await password.fill('something else');
		await page.getByRole('button', { name: 'Show password' }).click();
		expect(await password.getAttribute('type')).toBe('text');
		await login.click();
		await alert.getByText('Invalid credentials').waitFor();
		await page.route(LOGIN_CALL, (route) => route.abort());
		await login.click();
		await alert.getByText('Something went wrong. Please try again.').waitFor();
		await page.unroute(LOGIN_CALL);
		await password.fill(PASSWORD);
		await login.click();

		await page.waitForURL('**/admin/users?search=asha');
		expect((await storedToken(page)).slice(1)).toEqual([String(admin.id), 'admin']);
		await page.goto('/admin/login');
		await page.waitForURL('**/admin/dashboard');
	});

	test('asks for a code when two-step sign-in is on', async () => {
		const admin = await adminAccess.admin();
		const call = adminAccess.callAs(admin);
		const { secret } = await call('POST', '/admin/two-step/begin', { currentPassword: PASSWORD });
		await call('POST', '/admin/two-step/confirm', { code: codeOf(secret, -1) });
		const page = await visit('/admin/login');
		const { email, password, code, login, alert } = adminLoginPage(page);
		await email.fill(admin.email);
		await password.fill(PASSWORD);

		await login.click();
		await page.getByText(ADMIN_SESSION_MESSAGES.codeNeeded).waitFor();
		expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
		await expectFocus(code);
		await code.fill('12');
		await login.click();
		await page.getByText(ADMIN_SESSION_MESSAGES.badCode).waitFor();
		await code.fill(codeOf(secret, 40));
		await login.click();
		await alert.getByText(ADMIN_SESSION_MESSAGES.wrongCode).waitFor();
		await code.fill(codeOf(secret, 0));
		await login.click();

		await page.waitForURL('**/admin/dashboard');
	});
});

describe('the navigation of the back-office', () => {
	test('lists what the role may open, and logs out whatever the server answers', async () => {
		const admin = await adminAccess.admin({ username: 'Imran' });
		const page = await visit('/admin/dashboard', { admin, width: 1280 });
		await page.getByRole('heading', { name: 'Welcome back, Imran' }).waitFor();

		const entries = page.getByRole('navigation', { name: 'Back-office' }).getByRole('link');
		const labels = (await entries.allTextContents()).map((label) => label.replace(/\d.*$/, ''));
		expect(labels).toEqual([
			'Dashboard',
			'Users',
			'Items',
			'Item reports',
			'User reports',
			'Feedback',
			'Analytics',
			'Notifications',
		]);
		await page.getByText(ADMIN_SESSION_MESSAGES.welcome).waitFor();
		await page.getByRole('banner').getByText('Imran · admin').waitFor();
		await page.route('**/api/admin/logout', (route) => route.fulfill({ status: 500, body: '{}' }));
		await page.getByRole('button', { name: 'Logout' }).click();

		await adminLoginPage(page).heading.waitFor();
		expect(await storedToken(page)).toEqual([null, null, null]);
		const { email, password, login } = adminLoginPage(page);
		await email.fill((await adminAccess.admin({ roleLevel: 'super_admin' })).email);
		await password.fill(PASSWORD);
		await login.click();
		await page.waitForURL('**/admin/dashboard');
		await page
			.getByRole('navigation', { name: 'Back-office' })
			.getByRole('link', { name: 'Audit Logs' })
			.waitFor();
	});

	test('finds a user and an item by keyboard', async () => {
		const word = `zz${Date.now()}`;
		const person = await signUpPerson(`Tara ${word}`);
		const item = await postItemAs(person, { title: `Lamp ${word}` });
		const page = await visit('/admin/dashboard', { admin: await adminAccess.admin(), width: 1280 });
		const searchBox = page.getByRole('combobox', { name: ADMIN_SEARCH_MESSAGES.label });
		await page.getByRole('heading', { level: 1 }).waitFor();

		await page.keyboard.press('/');
		await page.keyboard.type('qqqqzzzzqqqq');
		await page.getByText(ADMIN_SEARCH_MESSAGES.nothing).first().waitFor();
		await page.keyboard.press('ControlOrMeta+A');
		await page.keyboard.type(word);
		await page.getByRole('option', { name: `Tara ${word}` }).waitFor();
		await page.keyboard.press('ArrowDown');
		await page.getByRole('option', { name: `Lamp ${word}`, selected: true }).waitFor();
		await page.keyboard.press('Enter');
		await page.waitForURL(`**/admin/items?item=${item}`);

		await page.goto('/admin/dashboard');
		await page.getByRole('heading', { level: 1 }).waitFor();
		await searchBox.fill(`Tara ${word}`);
		await page.getByRole('option', { name: `Tara ${word}` }).click();
		await page.waitForURL(`**/admin/users?user=${person.id}`);
	});

	test('the search says that nothing was found only once the current text was answered', async () => {
		const page = await visit('/admin/dashboard', { admin: await adminAccess.admin(), width: 1280 });
		const searchBox = page.getByRole('combobox', { name: ADMIN_SEARCH_MESSAGES.label });
		const nothing = page.getByText(ADMIN_SEARCH_MESSAGES.nothing).first();
		await searchBox.fill('qqqqzzzzqqqq');
		await nothing.waitFor();
		const released = Promise.withResolvers<void>();
		await page.route('**/api/admin/search?*', async (route) => {
			await released.promise;
			await route.continue();
		});

		await searchBox.fill('qqqqzzzz');
		await nothing.waitFor({ state: 'hidden' });
		released.resolve();

		await nothing.waitFor();
	});

	test('signs out after half an hour without activity in any tab', async () => {
		const admin = await adminAccess.admin({ username: 'Imran' });
		const page = await visit('/icon.svg', { admin });
		// The realtime connection reloads the profile whenever it reconnects.
		await blockRealtime(page.context());
		await page.clock.install();
		await page.goto('/admin/analytics?days=14');
		const other = await page.context().newPage();
		await other.goto('/admin/dashboard');
		// Waits for the profile: until then nothing reloads it.
		await other.getByRole('heading', { name: 'Welcome back, Imran' }).waitFor();

		await page.clock.fastForward('20:00');
		const request = other.waitForRequest('**/api/admin/profile');
		await other.mouse.move(300, 300);
		await other.mouse.move(320, 310);
		await page.clock.fastForward('00:20');
		await request;
		await page.clock.fastForward('20:00');
		await page.getByRole('heading', { name: 'Analytics' }).waitFor();
		expect((await storedToken(page))[0]).toBe(admin.token);
		await page.clock.fastForward('11:00');

		await page.getByText(ADMIN_SESSION_MESSAGES.ended).waitFor();
		await adminLoginPage(other).heading.waitFor();
		expect(await storedToken(page)).toEqual([null, null, null]);
		const { email, password, login } = adminLoginPage(page);
		await email.fill(admin.email);
		await password.fill(PASSWORD);
		await login.click();
		await page.waitForURL('**/admin/analytics?days=14');
	});

	test('returns to the same page after a logout in another tab, although this tab was left before', async () => {
		const admin = await adminAccess.admin({ username: 'Imran' });
		const page = await visit('/admin/dashboard', { admin, width: 1280 });
		const other = await page.context().newPage();
		const enter = async (tab: Page) => {
			const { email, password, login } = adminLoginPage(tab);
			await email.fill(admin.email);
			await password.fill(PASSWORD);
			await login.click();
		};
		await page.getByRole('button', { name: 'Logout' }).click();
		await adminLoginPage(page).heading.waitFor();
		await other.goto('/admin/login');
		await enter(other);
		await page.getByRole('link', { name: 'Analytics', exact: true }).first().click();
		await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();

		await other.getByRole('button', { name: 'Logout' }).click();
		await adminLoginPage(page).heading.waitFor();
		await enter(page);

		await page.waitForURL('**/admin/analytics');
	});

	test('shows a not-found page with a way back for an unknown URL', async () => {
		const page = await visit('/admin/nonsense', { admin: await adminAccess.admin(), width: 1280 });
		await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
		await page.getByRole('navigation', { name: 'Back-office' }).waitFor();

		await page.getByRole('link', { name: 'Go Home' }).click();

		await page.getByText('Total Users').waitFor();
		expect(new URL(page.url()).pathname).toBe('/admin/dashboard');
	});

	test('on a phone is behind a menu button', async () => {
		const admin = await adminAccess.admin({ roleLevel: 'super_admin' });
		const page = await visit('/admin/dashboard', { admin, width: 360 });
		const button = page.getByRole('button', { name: 'Menu' });
		await button.click();
		const menu = page.getByRole('dialog', { name: 'Menu' });
		await menu.getByText(ADMIN_SESSION_MESSAGES.welcome).waitFor();
		await expectAccessible(page);

		await menu.getByRole('link', { name: 'Settings' }).click();
		await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
		await menu.waitFor({ state: 'hidden' });
	});
});
