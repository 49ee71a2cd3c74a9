import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ANALYTICS_MESSAGES } from '#contract/admin/analytics.ts';
import { OFFICE_EVENTS, OFFICE_NAMESPACE, type OfficeNews } from '#contract/admin/live.ts';
import { OFFICE_SEARCH_MESSAGES } from '#contract/admin/search.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { PEOPLE_MESSAGES } from '#contract/people.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectOpenInAllLooks, expectOpenToAll } from '#tests/support/looks.ts';
import { openOffice } from '#tests/support/office.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { markSoldAs, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { cutNews } from '#tests/support/without-news.ts';

const { visit } = await openBrowser();
const office = await openOffice();

const LOGIN_CALL = '**/api/admin/login';
const STEP_MS = 30_000;

function door(page: Page) {
	return {
		email: page.getByLabel('Email'),
		password: page.getByLabel('Password', { exact: true }),
		code: page.getByLabel('Code'),
		login: page.getByRole('button', { name: 'Login' }),
		alert: page.getByRole('alert'),
		heading: page.getByRole('heading', { name: ADMIN_SESSION_MESSAGES.title }),
	};
}

/** @param away in steps of 30 s from now */
function codeOf(secret: string, away: number): string {
	const timestamp = Date.now() + away * STEP_MS;
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

const NOTIFICATION = {
	title: 'Stocktaking',
	message: 'On Friday.',
	type: 'info',
	target: 'admins',
};
const FEEDBACK = {
	name: 'Asha',
	email: 'asha@campus.example',
	rating: 4,
	category: 'service',
	feedback: 'Quick and friendly.',
};

/** What a page hears: news of one kind, because other tests make news as well. */
async function officeNews(page: Page) {
	let kind = '';
	const { promise: isOpen, resolve } = Promise.withResolvers<void>();
	await page.routeWebSocket(/socket\.io/, (line) => {
		const server = line.connectToServer();
		line.onMessage((message) => server.send(message));
		server.onMessage((message) => {
			const words = String(message);
			if (words.startsWith(`40${OFFICE_NAMESPACE}`)) resolve();
			if (!words.includes(OFFICE_EVENTS.changed) || words.includes(`"${kind}"`)) line.send(message);
		});
	});
	return {
		isOpen,
		listenTo: (what: OfficeNews['what']) => {
			kind = what;
		},
	};
}

const storedToken = (page: Page) =>
	page.evaluate(() =>
		['adminToken', 'adminId', 'adminRole'].map((key) => localStorage.getItem(key)),
	);

describe('the door', () => {
	test('says what is missing and what is wrong, and leads to where one came from', async () => {
		const admin = await office.admin();
		const page = await visit('/admin/users?search=asha');
		const { email, password, login, alert, heading } = door(page);
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

	test('asks for the code of who signs in by two steps', async () => {
		const admin = await office.admin();
		const call = office.callAs(admin);
		const { secret } = await call('POST', '/admin/two-step/begin', { currentPassword: PASSWORD });
		await call('POST', '/admin/two-step/confirm', { code: codeOf(secret, -1) });
		const page = await visit('/admin/login');
		const { email, password, code, login, alert } = door(page);
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

describe('the shell', () => {
	test('lists what the role may open, and lets one out whatever the server says', async () => {
		const admin = await office.admin({ username: 'Imran' });
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

		await door(page).heading.waitFor();
		expect(await storedToken(page)).toEqual([null, null, null]);
		const { email, password, login } = door(page);
		await email.fill((await office.admin({ roleLevel: 'super_admin' })).email);
		await password.fill(PASSWORD);
		await login.click();
		await page.waitForURL('**/admin/dashboard');
		await page
			.getByRole('navigation', { name: 'Back-office' })
			.getByRole('link', { name: 'Audit Logs' })
			.waitFor();
	});

	test('finds a user and an item by the keyboard', async () => {
		const word = `zz${Date.now()}`;
		const person = await signUpPerson(`Tara ${word}`);
		const item = await postItemAs(person, { title: `Lamp ${word}` });
		const page = await visit('/admin/dashboard', { admin: await office.admin(), width: 1280 });
		const box = page.getByRole('combobox', { name: OFFICE_SEARCH_MESSAGES.label });
		await page.getByRole('heading', { level: 1 }).waitFor();

		await page.keyboard.press('/');
		await page.keyboard.type('qqqqzzzzqqqq');
		await page.getByText(OFFICE_SEARCH_MESSAGES.nothing).first().waitFor();
		await page.keyboard.press('ControlOrMeta+A');
		await page.keyboard.type(word);
		await page.getByRole('option', { name: `Tara ${word}` }).waitFor();
		await page.keyboard.press('ArrowDown');
		await page.getByRole('option', { name: `Lamp ${word}`, selected: true }).waitFor();
		await page.keyboard.press('Enter');
		await page.waitForURL(`**/admin/items?item=${item}`);

		await page.goto('/admin/dashboard');
		await page.getByRole('heading', { level: 1 }).waitFor();
		await box.fill(`Tara ${word}`);
		await page.getByRole('option', { name: `Tara ${word}` }).click();
		await page.waitForURL(`**/admin/users?user=${person.id}`);
	});

	test('ends after half an hour without a sign of anybody, in whatever tab', async () => {
		const admin = await office.admin({ username: 'Imran' });
		const page = await visit('/icon.svg', { admin });
		// The line for news has the profile asked for as well whenever it is back.
		await cutNews(page.context());
		await page.clock.install();
		await page.goto('/admin/analytics?days=14');
		const other = await page.context().newPage();
		await other.goto('/admin/dashboard');
		// Until the profile is there nobody asks for it again, and the page itself does when it comes later.
		await other.getByRole('heading', { name: 'Welcome back, Imran' }).waitFor();

		await page.clock.fastForward('20:00');
		const asked = other.waitForRequest('**/api/admin/profile');
		await other.mouse.move(300, 300);
		await other.mouse.move(320, 310);
		await page.clock.fastForward('00:20');
		await asked;
		await page.clock.fastForward('20:00');
		await page.getByRole('heading', { name: 'Analytics' }).waitFor();
		expect((await storedToken(page))[0]).toBe(admin.token);
		await page.clock.fastForward('11:00');

		await page.getByText(ADMIN_SESSION_MESSAGES.ended).waitFor();
		await door(other).heading.waitFor();
		expect(await storedToken(page)).toEqual([null, null, null]);
		const { email, password, login } = door(page);
		await email.fill(admin.email);
		await password.fill(PASSWORD);
		await login.click();
		await page.waitForURL('**/admin/analytics?days=14');
	});

	test('says of an address within it that leads nowhere that it does, and leads back', async () => {
		const page = await visit('/admin/users', { admin: await office.admin() });
		await page.getByRole('searchbox', { name: 'Search users' }).waitFor();
		// From outside such an address is the market's to answer, as any that there is not.
		await page.evaluate(() => {
			history.pushState(null, '', '/admin/nothing-here');
			dispatchEvent(new PopStateEvent('popstate'));
		});
		await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();

		await page.getByRole('link', { name: 'Go Home' }).click();

		await page.getByText('Total Users').waitFor();
		expect(new URL(page.url()).pathname).toBe('/admin/dashboard');
	});

	test('on a phone is behind a menu button', async () => {
		const admin = await office.admin({ roleLevel: 'super_admin' });
		const page = await visit('/admin/dashboard', { admin, width: 360 });
		const button = page.getByRole('button', { name: 'Menu' });
		await button.click();
		const menu = page.getByRole('dialog', { name: 'Menu' });
		await menu.getByText(ADMIN_SESSION_MESSAGES.welcome).waitFor();
		await expectOpenToAll(page);

		await menu.getByRole('link', { name: 'Settings' }).click();
		await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
		await menu.waitFor({ state: 'hidden' });
	});
});

describe('dashboard and analytics', () => {
	test('say how the market does, to all, on a phone or a desk, light or dark', async () => {
		const seller = await signUpPerson();
		const admin = await office.admin({ roleLevel: 'super_admin' });
		const page = await visit('/admin/login', { width: 360 });
		await door(page).heading.waitFor();
		await expectOpenInAllLooks(page);
		const { email, password, login } = door(page);
		await email.fill(admin.email);
		await password.fill(PASSWORD);
		await login.click();

		for (const label of ['Total Users', 'Total Items', 'Verified Users', 'Banned Items']) {
			await page.locator('dl').getByText(label, { exact: true }).waitFor();
		}
		await expect.poll(() => page.getByText(/^\+[\d,]+ this week$/).count()).toBe(2);
		await page.getByText(/^[\d.]+ % verified$/).waitFor();
		await page.getByText('Items under review').waitFor();
		await page.getByRole('link', { name: 'View All Users' }).waitFor();
		const newest = page.getByRole('region', { name: 'Recent submissions' }).getByRole('listitem');
		const postTripod = () => postItemAs(seller, { title: `Tripod ${seller.id}` });
		const taken = ['Banned', 'Sold', 'Active'].map((status) =>
			newest.filter({ hasText: `Tripod ${seller.id}` }).filter({ hasText: status }),
		);
		// Other tests post as well: until they are among the newest when the page asks for them.
		await expect
			.poll(async () => {
				await postTripod();
				await markSoldAs(seller, await postTripod());
				await office.callAs(admin)('PUT', `/admin/items/${await postTripod()}/ban`, {});
				await page.reload();
				await newest.first().waitFor();
				return Math.min(...(await Promise.all(taken.map((items) => items.count()))));
			})
			.toBeGreaterThan(0);
		await expectOpenInAllLooks(page);

		await page.getByRole('main').getByRole('link', { name: 'Analytics' }).click();
		await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
		await page.getByText('14 days', { exact: true }).click();
		await page.waitForURL('**/admin/analytics?days=14');
		await page.getByText('The figures of each day').click();
		const table = page.getByRole('table', { name: 'Daily activity' });
		await expect.poll(() => table.getByRole('row').count()).toBe(15);
		await page.getByText('Verification Rate').waitFor();
		await page.getByRole('heading', { name: 'Items by category' }).waitFor();
		await expectOpenInAllLooks(page);
	});

	test('ask for the figures again by news that change them only: each look at them is in the log', async () => {
		const person = await signUpPerson();
		const admin = await office.admin();
		const call = office.callAs(admin);
		const page = await visit('/admin/login', { admin, width: 1280 });
		const { listenTo, isOpen } = await officeNews(page);
		const asked: string[] = [];
		page.on('request', (request) => asked.push(new URL(request.url()).pathname));
		const looks = () => asked.filter((path) => path.startsWith('/api/admin/analytics/')).length;
		const counts = () => asked.filter((path) => path === '/api/admin/counts').length;
		await page.goto('/admin/dashboard');
		await page.getByText('Total Users').waitFor();
		await isOpen;
		const before = looks();

		for (const [what, deed] of [
			['notifications', () => call('POST', '/admin/notifications', NOTIFICATION)],
			['feedback', () => office.callAs(person)('POST', '/feedback/submit', FEEDBACK)],
		] as const) {
			const seen = counts();
			listenTo(what);
			await deed();
			await expect.poll(counts).toBeGreaterThan(seen);
		}

		expect(looks()).toBe(before);
		listenTo('users');
		await call('PUT', `/admin/users/${person.id}/verify`, { isVerified: true });
		await expect.poll(looks).toBeGreaterThan(before);
	});

	test('say when the figures can not be had, and get them after all', async () => {
		const page = await visit('/admin/login');
		const call = '**/api/admin/analytics/**';
		await page.route(call, (route) => route.fulfill({ status: 404, body: '{}' }));
		const { email, password, login, alert } = door(page);
		await email.fill((await office.admin()).email);
		await password.fill(PASSWORD);
		await login.click();

		await alert.getByText(ANALYTICS_MESSAGES.loadFailed).waitFor();
		await page.unroute(call);
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByText('Total Users').waitFor();
	});
});
