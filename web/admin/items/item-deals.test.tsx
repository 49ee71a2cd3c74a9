import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getDealAnalytics } from '#contract/admin/analytics.ts';
import { getAdminItem } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { getUser } from '#contract/admin/users.ts';
import { panelOf, text } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { adminItem, fakeAdminItems } from '#tests/support/fake-admin-items.ts';
import { fakeUserReports, userReport } from '#tests/support/fake-admin-reports.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { fakeStatistics } from '#tests/support/statistics-replies.ts';

/* What the back-office shows about deals: in the panels of items, users and reports, and in the statistics. */

const AT = '2026-02-03T04:05:06.000Z';
const openPage = (path: string) => renderAdminPage(path, { as: ADMIN, width: 1440 });

test('the back-office panel of an item lists the item’s deals with events and times', async () => {
	const drafter = adminItem('Drafter');
	fakeAdminItems(drafter);
	const steps = [
		{ id: 1, type: 'offer-made', at: AT },
		{ id: 2, type: 'offer-accepted', at: '2026-02-03T06:07:08.000Z' },
	] as const;
	const deal = { buyer: { id: 9, userName: 'Rohit' }, startedAt: AT, changedAt: AT };
	fakeApi.answer(getAdminItem, {
		success: true,
		item: drafter,
		history: [],
		deals: [{ ...deal, steps: [...steps] }],
	});

	await openPage(`${ADMIN_PAGES.items}?item=${drafter.id}`);

	const deals = page.getByRole('region', { name: 'Deals' });
	const buyer = deals.getByRole('link', { name: 'Rohit' });
	await expect.element(buyer).toHaveAttribute('href', '/admin/users?user=9');
	const events = deals.getByRole('list').nth(1).getByRole('listitem');
	await expect.element(events.nth(0)).toHaveTextContent('Offer made, 3 February 2026 at 9:35 am');
	await expect
		.element(events.nth(1))
		.toHaveTextContent('Offer accepted, 3 February 2026 at 11:37 am');
	await expectAccessible();
});

test('the back-office panel of an item without deals has no list of deals', async () => {
	const lamp = adminItem('Lamp');
	fakeAdminItems(lamp);

	await openPage(`${ADMIN_PAGES.items}?item=${lamp.id}`);

	await expect.element(panelOf('Lamp').getByText('meera@campus.example')).toBeVisible();
	expect(page.getByRole('region', { name: 'Deals' }).elements()).toEqual([]);
});

test('the back-office panel of a user shows the numbers of completed deals, missed hand-overs and reviews', async () => {
	const farhan = adminUser('Farhan');
	fakeAdminUsers(farhan);
	const deals = { completed: 6, missed: 2, reviews: 4, rating: 4.5 };
	fakeApi.answer(getUser, { success: true, user: farhan, deals, history: [] });

	await openPage(`${ADMIN_PAGES.users}?user=${farhan.id}`);

	const panel = panelOf('Farhan');
	await expect.element(text('Completed deals', panel)).toBeVisible();
	await expect.element(text('Missed hand-overs, 90 days', panel)).toBeVisible();
	for (const number of ['6', '2', '4, on average 4.5'])
		await expect.element(text(number, panel)).toBeVisible();
});

test('a report about a user links to the deal between reporter and reported user and shows the deal’s last event', async () => {
	const deal = { itemId: 5, itemTitle: 'Drafter', buyerId: 9, startedAt: AT };
	const lastStep = { type: 'handover-missed', at: AT } as const;
	const report = userReport('Farhan', { deal: { ...deal, lastStep } });
	fakeUserReports(report);

	await openPage(`${ADMIN_PAGES.userReports}?report=${report.id}`);

	const link = panelOf(/^Report about/).getByRole('link', { name: 'Drafter' });
	await expect.element(link).toHaveAttribute('href', '/admin/items?item=5');
	await expect.element(panelOf(/^Report about/).getByText(/, Did not come, /)).toBeVisible();
});

test.each([
	[null, 'None'],
	[60, '2.5 days'],
])(
	'the dashboard shows a median time to sale of %s hours as “%s”',
	async (medianHoursToSale, words) => {
		fakeStatistics();
		const counts = { completed: 8, rupees: 3450.5, offersMade: 21, offersTaken: 5, dailyStats: [] };
		const analytics = { ...counts, medianHoursToSale };
		fakeApi.answer(getDealAnalytics, { success: true, analytics });

		await openPage(ADMIN_PAGES.dashboard);

		for (const fact of [words, '₹3,450.50', '5 accepted'])
			await expect.element(text(fact)).toBeVisible();
	},
);
