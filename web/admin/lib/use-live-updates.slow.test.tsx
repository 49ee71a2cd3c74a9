import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_EVENTS, ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { verifyUser } from '#contract/admin/users.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { button, panelOf, rowOf, text } from '#tests/support/admin-locators.ts';
import { adminItem, fakeAdminItems } from '#tests/support/fake-admin-items.ts';
import { fakeItemReports, itemReport } from '#tests/support/fake-admin-reports.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
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
