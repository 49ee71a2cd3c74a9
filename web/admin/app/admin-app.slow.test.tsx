import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SESSION_MESSAGES, adminLogout } from '#contract/admin/session.ts';
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
const passMinutes = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS);

describe('Menu of the back-office', () => {
	test('the menu lists the pages that the role may open, and logout works even when the server answers 500', async () => {
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

	test('on a phone, a button opens the menu, and choosing a page closes it', async () => {
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
});

test('when the server ends an administrator’s session, the login page explains it and returns to the previous page after sign-in', async () => {
	fakeStatistics();
	await renderAdminPage('/admin/analytics', { as: ADMIN, width: 1280 });
	await expect.element(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();

	await fakeRealtime.emit(ADMIN_EVENTS.ended, 'ended');

	await expect.element(page.getByText(ADMIN_SESSION_MESSAGES.endedByServer)).toBeVisible();
	await signInOnPage(ADMIN);
	await expect.element(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();
});

describe('Idle session of an administrator', () => {
	const ended = page.getByText(ADMIN_SESSION_MESSAGES.ended);

	async function openAnalytics(): Promise<void> {
		vi.useFakeTimers();
		fakeStatistics();
		const message = ADMIN_SESSION_MESSAGES.loggedOut;
		fakeApi.answer(adminLogout, { success: true, message });
		await renderAdminPage('/admin/analytics?days=14', { as: ADMIN, width: 1280 });
		await expect.element(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();
	}

	test('the session ends after half an hour without activity, and the next sign-in returns to the same page', async () => {
		await openAnalytics();

		await passMinutes(31);
		await expect.element(ended).toBeVisible();
		expect(localStorage.getItem('adminToken')).toBeNull();
		await signInOnPage(ADMIN);

		await expect.element(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();
		expect(window.location.search).toBe('?days=14');
	});

	test('a minute before the session ends, a warning appears; choosing to stay signed in keeps the session open', async () => {
		await openAnalytics();

		await passMinutes(29.2);
		await expect.element(question).toBeVisible();
		await button(ADMIN_SESSION_MESSAGES.staySignedIn).click();
		await passMinutes(3);

		await expect.element(question).not.toBeInTheDocument();
		await expect.element(ended).not.toBeInTheDocument();
	});
});
