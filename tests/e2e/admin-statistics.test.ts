import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ANALYTICS_MESSAGES } from '#contract/admin/analytics.ts';
import { ADMIN_EVENTS, ADMIN_NAMESPACE, type AdminEvent } from '#contract/admin/events.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { adminLoginPage } from '#tests/support/admin-login-page.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { markSoldAs, postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

const NOTIFICATION = {
	title: 'Stocktaking',
	message: 'On Friday.',
	type: 'info',
	target: 'admins',
};
/** Unique text: pending feedback with the same text would notify nobody. */
const newFeedback = () => ({
	name: 'Asha',
	email: 'asha@campus.example',
	rating: 4,
	category: 'service',
	feedback: `Quick and friendly, ${randomUUID()}.`,
});

/** Passes on events of one kind only, because other tests cause events as well. */
async function adminEventSender(page: Page) {
	let kind = '';
	const { promise: isOpen, resolve } = Promise.withResolvers<void>();
	await page.routeWebSocket(/socket\.io/, (line) => {
		const server = line.connectToServer();
		line.onMessage((message) => server.send(message));
		server.onMessage((message) => {
			const text = String(message);
			if (text.startsWith(`40${ADMIN_NAMESPACE}`)) resolve();
			if (!text.includes(ADMIN_EVENTS.changed) || text.includes(`"${kind}"`)) line.send(message);
		});
	});
	return {
		isOpen,
		listenTo: (what: AdminEvent['what']) => {
			kind = what;
		},
	};
}

describe('dashboard and analytics', () => {
	test('show the statistics without an axe violation, on phone and desktop, light and dark', async () => {
		const seller = await signUpPerson();
		const admin = await adminAccess.admin({ roleLevel: 'super_admin' });
		const page = await visit('/admin/login', { width: 360 });
		await adminLoginPage(page).heading.waitFor();
		await expectAccessibleInAllViewports(page);
		const { email, password, login } = adminLoginPage(page);
		await email.fill(admin.email);
		await password.fill(PASSWORD);
		await login.click();

		for (const label of ['Total Users', 'Total Items', 'Verified Users', 'Banned Items']) {
			await page.locator('dl').getByText(label, { exact: true }).waitFor();
		}
		await expect.poll(() => page.getByText(/^\+[\d,]+ this week$/).count()).toBe(2);
		await page.getByText(/^[\d.]+ % verified$/).waitFor();
		await page.getByText('Items under review').waitFor();
		const trends = page.getByRole('region', { name: 'What happened this week' });
		for (const label of ['Items sold', 'Chats begun', 'New users', 'New items']) {
			await trends.getByText(label, { exact: true }).waitFor();
		}
		await trends
			.getByText(/than last week|as many as last week/)
			.first()
			.waitFor();
		await page.getByRole('link', { name: 'View All Users' }).waitFor();
		const newest = page.getByRole('region', { name: 'Recent submissions' }).getByRole('listitem');
		const postTripod = () => postItemAs(seller, { title: `Tripod ${seller.id}` });
		const listedItems = ['Banned', 'Sold', 'Available'].map((status) =>
			newest.filter({ hasText: `Tripod ${seller.id}` }).filter({ hasText: status }),
		);
		// Other tests post as well: repeats until these are among the newest.
		await expect
			.poll(async () => {
				await postTripod();
				await markSoldAs(seller, await postTripod());
				await adminAccess.callAs(admin)('PUT', `/admin/items/${await postTripod()}/ban`, {});
				await page.reload();
				await newest.first().waitFor();
				return Math.min(...(await Promise.all(listedItems.map((items) => items.count()))));
			})
			.toBeGreaterThan(0);
		await expectAccessibleInAllViewports(page);

		await page.getByRole('main').getByRole('link', { name: 'Analytics' }).click();
		await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
		await page.getByText('14 days', { exact: true }).click();
		await page.waitForURL('**/admin/analytics?days=14');
		await page.getByText('The figures of each day').click();
		const table = page.getByRole('table', { name: 'Daily activity' });
		await expect.poll(() => table.getByRole('row').count()).toBe(15);
		expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(
			expect.arrayContaining(['Sales', 'Chats']),
		);
		await page
			.getByText(/the 14 days before/)
			.first()
			.waitFor();
		await page.getByText('Verification Rate').waitFor();
		await page.getByRole('heading', { name: 'Available items by category' }).waitFor();
		await expectAccessibleInAllViewports(page);
	});

	test('reload only on events that change the statistics, as each view is logged', async () => {
		const person = await signUpPerson();
		const admin = await adminAccess.admin();
		const call = adminAccess.callAs(admin);
		const page = await visit('/admin/login', { admin, width: 1280 });
		const { listenTo, isOpen } = await adminEventSender(page);
		const requestedPaths: string[] = [];
		page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
		const countStatisticsRequests = () =>
			requestedPaths.filter((path) => path.startsWith('/api/admin/analytics/')).length;
		const counts = () => requestedPaths.filter((path) => path === '/api/admin/counts').length;
		await page.goto('/admin/dashboard');
		await page.getByText('Total Users').waitFor();
		await isOpen;
		const before = countStatisticsRequests();

		for (const [what, action] of [
			['notifications', () => call('POST', '/admin/notifications', NOTIFICATION)],
			['feedback', () => adminAccess.callAs(person)('POST', '/feedback/submit', newFeedback())],
		] as const) {
			const seen = counts();
			listenTo(what);
			await action();
			await expect.poll(counts).toBeGreaterThan(seen);
		}

		expect(countStatisticsRequests()).toBe(before);
		listenTo('users');
		await call('PUT', `/admin/users/${person.id}/verify`, { isVerified: true });
		await expect.poll(countStatisticsRequests).toBeGreaterThan(before);
	});

	test('say that loading failed, and load on a retry', async () => {
		const page = await visit('/admin/login');
		const call = '**/api/admin/analytics/**';
		await page.route(call, (route) => route.fulfill({ status: 404, body: '{}' }));
		const { email, password, login, alert } = adminLoginPage(page);
		await email.fill((await adminAccess.admin()).email);
		await password.fill(PASSWORD);
		await login.click();

		await alert.getByText(ANALYTICS_MESSAGES.loadFailed).waitFor();
		await page.unroute(call);
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByText('Total Users').waitFor();
	});
});
