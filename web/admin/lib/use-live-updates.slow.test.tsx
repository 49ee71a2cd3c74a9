import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_EVENTS, ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import type { AdminHistory } from '#contract/admin/history.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { getUser, verifyUser } from '#contract/admin/users.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { button, panelOf, rowOf, text } from '#tests/support/admin-locators.ts';
import { adminItem, fakeAdminItems } from '#tests/support/fake-admin-items.ts';
import { fakeItemReports, itemReport } from '#tests/support/fake-admin-reports.ts';
import { adminUser, fakeAdminUsers, NO_DEALS } from '#tests/support/fake-admin-users.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const open = (path: string) => renderAdminPage(path, { as: ADMIN, width: 1440 });

test('a back-office page whose first realtime connection was refused reconnects, loads missed changes, and then receives events', async () => {
	vi.useFakeTimers();
	const asha = adminUser('Asha');
	const stored = fakeAdminUsers(asha);
	fakeRealtime.refuseConnections(REQUEST_ERRORS.unavailable);
	await open(ADMIN_PAGES.users);
	await expect.element(rowOf('Asha')).toBeVisible();
	await expect.poll(fakeRealtime.countAttempts).toBeGreaterThan(0);

	stored.change(asha.id, { isBanned: true });
	fakeRealtime.acceptConnections();
	await vi.advanceTimersByTimeAsync(2500);
	await expect.element(text('Banned', rowOf('Asha'))).toBeVisible();
	stored.change(asha.id, { isBanned: false });
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'users' });

	await expect.element(text('Banned', rowOf('Asha'))).not.toBeInTheDocument();
});

test('a report shows the item’s new status after a ban, and again after a colleague lifts the ban', async () => {
	const kettle = adminItem('Kettle');
	const items = fakeAdminItems(kettle);
	const report = itemReport('Kettle', { item: { id: kettle.id } });
	const reports = fakeItemReports(report);
	const storeStatus = (status: 'available' | 'banned') => {
		items.change(kettle.id, { status });
		reports.change(report.id, { Item: { ...report.Item, status } });
	};
	await open(`${ADMIN_PAGES.reports}?report=${report.id}`);
	const reported = page.getByRole('region', { name: 'Item', exact: true });
	await expect.element(reported.getByText('Available')).toBeVisible();

	await reported.getByRole('link', { name: 'Kettle' }).click();
	await button('Ban', panelOf('Kettle')).click();
	await button('Ban', panelOf('Ban Kettle')).click();
	await expect.element(text('Banned', panelOf('Kettle'))).toBeVisible();
	storeStatus('banned');
	window.history.back();
	await expect.element(reported.getByText('Banned')).toBeVisible();
	storeStatus('available');
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'items' });

	await expect.element(reported.getByText('Available')).toBeVisible();
});

test('when a colleague bans a seller, the open panel of the seller’s item shows the ban at once', async () => {
	const kettle = adminItem('Kettle');
	const items = fakeAdminItems(kettle);
	await open(`${ADMIN_PAGES.items}?item=${kettle.id}`);
	await expect.element(panelOf('Kettle')).toBeVisible();
	expect(text('(banned)', panelOf('Kettle')).elements()).toEqual([]);

	const meera = { id: 7, userName: 'Meera', email: 'meera@campus.example' };
	items.change(kettle.id, { User: { ...meera, isBanned: true } });
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'users' });

	await expect.element(text('(banned)', panelOf('Kettle'))).toBeVisible();
});

test('the decision on a report appears at once in the history of the reported user', async () => {
	const farhan = adminUser('Farhan');
	fakeAdminUsers(farhan);
	const storeHistory = (status: AdminHistory[number]['status']) => {
		const entry = { kind: 'report-against', text: 'Rude.', what: 'scam', about: 'user' } as const;
		const history = [{ id: 1, ...entry, status, at: '2026-02-03T04:05:06.000Z', by: 'Meena' }];
		fakeApi.answer(getUser, { success: true, user: farhan, deals: NO_DEALS, history });
	};
	storeHistory('pending');
	await open(`${ADMIN_PAGES.users}?user=${farhan.id}`);
	await expect.element(panelOf('Farhan').getByText('Pending')).toBeVisible();

	storeHistory('dismissed');
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'user-reports' });

	await expect.element(panelOf('Farhan').getByText('Dismissed')).toBeVisible();
});

test('a request that changes data in the back-office contains the socket id of the page', async () => {
	const asha = adminUser('Asha');
	fakeAdminUsers(asha);
	await open(`${ADMIN_PAGES.users}?user=${asha.id}`);
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'settings' });

	await button('Verify', panelOf('Asha')).click();

	await expect.element(button('Unverify', panelOf('Asha'))).toBeVisible();
	const [sent] = fakeApi.requests(verifyUser);
	expect(sent?.headers.get(ADMIN_SOCKET_HEADER)).toBe(fakeRealtime.lastSocketId());
});
