import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
	ANALYTICS_MESSAGES,
	getTrendAnalytics,
	getUserAnalytics,
} from '#contract/admin/analytics.ts';
import { ADMIN_EVENTS, type AdminEvent } from '#contract/admin/events.ts';
import { getCounts } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { alert, button, text } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { fakeStatistics } from '#tests/support/statistics-replies.ts';

const ZERO_IN_BOTH_PERIODS = { now: 0, before: 0 };
const WITHOUT_OPEN_REPORTS = {
	users: ZERO_IN_BOTH_PERIODS,
	items: ZERO_IN_BOTH_PERIODS,
	sales: ZERO_IN_BOTH_PERIODS,
	chats: ZERO_IN_BOTH_PERIODS,
	dailyStats: [],
	openReports: { total: 0, overADay: 0, overAWeek: 0, oldestAt: null },
};
const openPage = (path: string) => renderAdminPage(path, { as: ADMIN, width: 1280 });

test('the dashboard shows the statistics of the week and has no axe violations', async () => {
	fakeStatistics();
	await openPage(ADMIN_PAGES.dashboard);
	const main = page.getByRole('main');
	const facts = ['1,200', '+34 this week', '560', '+12 this week', '900'];
	for (const fact of [...facts, 'Items under review', '5 fewer than last week (9)'])
		await expect.element(text(fact, main)).toBeVisible();
	await expect.element(main.getByText(/^75.+verified$/)).toBeVisible();
	await expect.element(text('as many as last week', main)).toBeVisible();
	await expect.element(main.getByRole('link', { name: 'View All Users' })).toBeVisible();
	const newest = page.getByRole('region', { name: 'Recent submissions' }).getByRole('listitem');
	for (const [index, status] of ['Active', 'Sold', 'Banned'].entries())
		await expect.element(newest.nth(index).getByText(status)).toBeVisible();

	await expectAccessible();
});

test('the analytics page shows each day of the chosen period and has no axe violations', async () => {
	fakeStatistics();
	await openPage(ADMIN_PAGES.analytics);
	await expect.element(text('+34 in 7 days')).toBeVisible();

	await text('14 days').click();
	await page.getByText('The figures of each day').click();
	const table = page.getByRole('table', { name: 'Daily activity' });
	await expect.poll(() => table.getByRole('row').elements()).toHaveLength(15);
	for (const name of ['Sales', 'Chats'])
		await expect.element(table.getByRole('columnheader', { name })).toBeVisible();
	for (const words of [/more than the 14 days before/, 'Verification Rate', /by category/])
		await expect.element(page.getByText(words).first()).toBeVisible();

	expect(window.location.search).toBe('?days=14');
	await expectAccessible();
});

test('the dashboard reloads its statistics on realtime events about users, but not about notifications or feedback, since each load is logged', async () => {
	fakeStatistics();
	await openPage(ADMIN_PAGES.dashboard);
	await expect.element(text('1,200')).toBeVisible();
	const countRequests = (endpoint: Parameters<typeof fakeApi.requests>[0]) =>
		fakeApi.requests(endpoint).length;
	const before = countRequests(getUserAnalytics);

	for (const what of ['notifications', 'feedback'] satisfies AdminEvent['what'][]) {
		const countsLoadedBefore = countRequests(getCounts);
		await fakeRealtime.emit(ADMIN_EVENTS.changed, { what });
		await expect.poll(() => countRequests(getCounts)).toBeGreaterThan(countsLoadedBefore);
	}
	expect(countRequests(getUserAnalytics)).toBe(before);
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'users' });

	await expect.poll(() => countRequests(getUserAnalytics)).toBeGreaterThan(before);
});

test.each(['reports', 'wanted'] satisfies AdminEvent['what'][])(
	'after a realtime event about %s, the dashboard shows the new number of open reports',
	async (what) => {
		fakeStatistics();
		await openPage(ADMIN_PAGES.dashboard);
		await expect.element(page.getByText(/^3 open reports/)).toBeVisible();

		fakeApi.answer(getTrendAnalytics, { success: true, analytics: WITHOUT_OPEN_REPORTS });
		await fakeRealtime.emit(ADMIN_EVENTS.changed, { what });

		await expect.element(text('No report is open.')).toBeVisible();
	},
);

test.each([ADMIN_PAGES.dashboard, ADMIN_PAGES.analytics])(
	'the page %s shows that loading its statistics failed, and loads them on a retry',
	async (path) => {
		fakeStatistics();
		fakeApi.answer(getTrendAnalytics, new Response('{}', { status: 404 }));
		await openPage(path);
		await expect.element(alert.getByText(ANALYTICS_MESSAGES.loadFailed)).toBeVisible();

		fakeStatistics();
		await button('Try again').click();

		await expect.element(page.getByText('Total Users')).toBeVisible();
	},
);
