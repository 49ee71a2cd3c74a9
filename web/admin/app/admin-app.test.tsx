import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SESSION_MESSAGES, adminLogout, getAdminProfile } from '#contract/admin/session.ts';
import { button, question } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage, signInOnPage } from '#tests/support/render-admin-page.tsx';
import { fakeStatistics } from '#tests/support/statistics-replies.ts';

const MINUTE_MS = 60_000;
const navigation = page.getByRole('navigation', { name: 'Back-office' });
const loginHeading = page.getByRole('heading', { name: ADMIN_SESSION_MESSAGES.title });
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS);

describe('the menu', () => {
	test('lists what the role may open, and logs out whatever the server answers', async () => {
		fakeStatistics();
		fakeAdminUsers();
		fakeApi.answer(adminLogout, new Response('{}', { status: 500 }));
		await renderAdminPage(ADMIN_PAGES.users, { as: ADMIN, width: 1280 });
		await expect.element(page.getByText(ADMIN_SESSION_MESSAGES.welcome)).toBeVisible();
		await expect.element(page.getByRole('banner')).toMatchTextContent(/Meera · Admin/);
		const labels = navigation
			.getByRole('link')
			.elements()
			.map(({ textContent }) => textContent);
		expect(labels).toEqual([
			'Dashboard',
			'Users',
			'Items',
			'Item reports',
			'User reports',
			'Wanted posts',
			'Review reports',
			'Feedback',
			'Analytics',
			'Notifications',
			'Campus',
		]);

		await button('Logout').click();
		await expect.element(loginHeading).toBeVisible();
		const keys = ['adminToken', 'adminId', 'adminRole'];
		expect(keys.map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
		await signInOnPage(SUPER_ADMIN);

		await expect.element(navigation.getByRole('link', { name: 'Audit Logs' })).toBeVisible();
		expect(window.location.pathname).toBe(ADMIN_PAGES.dashboard);
	});

	test('is behind a button on a phone', async () => {
		fakeStatistics();
		fakeAdminUsers();
		await renderAdminPage(ADMIN_PAGES.dashboard, { as: ADMIN, width: 360 });
		await button('Menu').click();
		const menu = page.getByRole('dialog', { name: 'Menu' });
		await expect.element(menu.getByText(ADMIN_SESSION_MESSAGES.welcome)).toBeVisible();
		await expectAccessible();

		await menu.getByRole('link', { name: 'Users' }).click();

		await expect.element(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
		await expect.element(menu).not.toBeInTheDocument();
	});

	test('stays on the page for an unknown path, which leads back', async () => {
		fakeStatistics();
		await renderAdminPage('/admin/nonsense', { as: ADMIN, width: 1280 });
		await expect.element(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
		await expect.element(navigation).toBeVisible();

		await page.getByRole('link', { name: 'Go Home' }).click();

		await expect.element(page.getByText('Total Users')).toBeVisible();
		expect(window.location.pathname).toBe(ADMIN_PAGES.dashboard);
	});
});

test('a session that the server has ended leads to the sign-in, which says so and returns to the page', async () => {
	fakeStatistics();
	await renderAdminPage('/admin/analytics', { as: ADMIN, width: 1280 });
	await expect.element(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();

	await fakeRealtime.emit(ADMIN_EVENTS.ended, 'ended');

	await expect.element(page.getByText(ADMIN_SESSION_MESSAGES.endedByServer)).toBeVisible();
	await signInOnPage(ADMIN);
	await expect.element(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();
});

describe('an idle session', () => {
	const ended = page.getByText(ADMIN_SESSION_MESSAGES.ended);

	async function openAnalytics(): Promise<void> {
		vi.useFakeTimers();
		fakeStatistics();
		const message = ADMIN_SESSION_MESSAGES.loggedOut;
		fakeApi.answer(adminLogout, { success: true, message });
		await renderAdminPage('/admin/analytics?days=14', { as: ADMIN, width: 1280 });
		await expect.element(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();
	}

	test('ends after half an hour without activity, and the sign-in returns to the page', async () => {
		await openAnalytics();

		await pass(31);
		await expect.element(ended).toBeVisible();
		expect(localStorage.getItem('adminToken')).toBeNull();
		await signInOnPage(ADMIN);

		await expect.element(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();
		expect(window.location.search).toBe('?days=14');
	});

	test('is kept by activity in another tab, which also reaches the server', async () => {
		await openAnalytics();
		const otherTab = new BroadcastChannel('office-activity');
		const countProfiles = () => fakeApi.requests(getAdminProfile).length;
		const before = countProfiles();

		await pass(20);
		otherTab.postMessage(Date.now());
		await expect.poll(countProfiles).toBeGreaterThan(before);
		await pass(20);
		otherTab.close();

		await expect.element(ended).not.toBeInTheDocument();
		await expect.element(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();
	});

	test('warns a minute before its end, and lasts for whoever answers', async () => {
		await openAnalytics();

		await pass(29.2);
		await expect.element(question).toBeVisible();
		await button(ADMIN_SESSION_MESSAGES.staySignedIn).click();
		await pass(3);

		await expect.element(question).not.toBeInTheDocument();
		await expect.element(ended).not.toBeInTheDocument();
	});
});
