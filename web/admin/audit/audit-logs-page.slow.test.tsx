import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AUDIT_MESSAGES, exportAuditLogs, listAuditLogs } from '#contract/admin/audit.ts';
import { AUDIT_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { alert, button, panelOf, press, rowOf } from '#tests/support/admin-locators.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { auditEntry, fakeAuditLog } from '#tests/support/fake-audit-log.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderAdminPage } from '#tests/support/render-admin-page.tsx';

const DAY_MS = 86_400_000;
const viewButton = page.getByRole('button', { name: /^View entry: User verified/ });
const panel = panelOf('User verified');

const VERIFIED = auditEntry(9, 'USER_VERIFIED');

const openLog = (query = '', width = 1440) =>
	renderAdminPage(`${ADMIN_PAGES.auditLogs}${query}`, { as: SUPER_ADMIN, width });

test('the audit log shows who did what in the last seven days; an entry opens in a panel, which Escape closes', async () => {
	fakeAuditLog(VERIFIED, auditEntry(8, 'ATTEMPT_VERIFY_USER'));
	await openLog();
	const row = rowOf('USER_VERIFIED');
	for (const fact of ['MEDIUM', 'Sunita', '10.1.2.3'])
		await expect.element(row.getByText(fact)).toBeVisible();
	const target = row.getByRole('link', { name: 'User: Asha' });
	await expect.element(target).toHaveAttribute('href', `${ADMIN_PAGES.users}?user=7`);
	await expect.element(rowOf('ATTEMPT_').getByText('Attempt: verify user')).toBeVisible();
	const { startDate = '', endDate = '' } = fakeApi.requests(listAuditLogs)[0]?.query ?? {};
	expect(Date.parse(endDate) - Date.parse(startDate)).toBe(6 * DAY_MS);

	await viewButton.click();
	await expect.element(panel.getByText('IP address')).toBeVisible();
	await press('{Escape}');

	await expect.element(panel).not.toBeInTheDocument();
});

test('the audit log does not reload on realtime events, since each load adds an entry; the next visit shows an administrator’s own change', async () => {
	fakeAdminUsers(adminUser('Asha'));
	fakeAuditLog(auditEntry(8, 'ITEM_BANNED'));
	await openLog();
	await expect.element(rowOf('ITEM_BANNED')).toBeVisible();
	const viewsBefore = fakeApi.requests(listAuditLogs).length;
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'users' });
	await page.getByRole('link', { name: 'Users', exact: true }).click();
	await button('Verify Asha').click();
	await expect.element(button('Unverify Asha')).toBeVisible();
	expect(fakeApi.requests(listAuditLogs)).toHaveLength(viewsBefore);
	fakeAuditLog(VERIFIED, auditEntry(8, 'ITEM_BANNED'));

	await page.getByRole('link', { name: 'Audit Logs', exact: true }).click();

	await expect.element(rowOf('USER_VERIFIED')).toBeVisible();
});

test('an open audit log entry stays open and in the URL when a filter removes it from the list', async () => {
	fakeAuditLog(VERIFIED);
	await openLog();
	await viewButton.click();
	await expect.element(panel.getByText('IP address')).toBeVisible();

	await page.getByLabelText('Action').selectOptions('ITEM_DELETED');

	await expect.element(page.getByText(AUDIT_MESSAGES.empty)).toBeVisible();
	await expect.element(panel.getByText('USER_VERIFIED')).toBeVisible();
	expect(window.location.search).toBe('?entry=9&action=ITEM_DELETED');
});

test.each([
	['?entry=9&action=ITEM_DELETED', 'IP address'],
	['?entry=20', AUDIT_ERRORS.notFound.message],
])(
	'the audit log opened with %s shows the entry in the URL, or that the entry does not exist',
	async (query, message) => {
		fakeAuditLog(VERIFIED);

		await openLog(query);

		await expect.element(page.getByRole('dialog').getByText(message)).toBeVisible();
	},
);

test('the audit log is filtered by action, by administrator, and by a range or any two days', async () => {
	fakeAuditLog(VERIFIED, auditEntry(8, 'ITEM_BANNED'));
	await openLog();

	await page.getByLabelText('Action').selectOptions('User verified');
	await expect.element(rowOf('ITEM_BANNED')).not.toBeInTheDocument();
	await page.getByLabelText('Date range').selectOptions('today');

	await expect.element(rowOf('USER_VERIFIED')).toBeVisible();
	expect(window.location.search).toBe('?action=USER_VERIFIED&range=today');
	await expect
		.poll(() => fakeApi.requests(listAuditLogs).at(-1)?.query)
		.toSatisfy(({ startDate, endDate }) => startDate === endDate);
	await page.getByLabelText('Administrator').selectOptions('Imran');
	await expect.poll(() => fakeApi.requests(listAuditLogs).at(-1)?.query.adminId).toBe(31);
	await page.getByLabelText('Date range').selectOptions('Other days');
	await page.getByLabelText('From').fill('2026-01-05');
	await expect
		.poll(() => fakeApi.requests(listAuditLogs).at(-1)?.query.startDate)
		.toBe('2026-01-05');
	await page.getByLabelText('To', { exact: true }).fill('2026-02-03');
	await expect
		.poll(() => fakeApi.requests(listAuditLogs).at(-1)?.query)
		.toMatchObject({ adminId: 31, startDate: '2026-01-05', endDate: '2026-02-03' });
});

test('page 2 of the audit log is not shifted by entries that were added after page 1 was loaded', async () => {
	const entries = Array.from({ length: 52 }, (_, index) => auditEntry(100 - index, 'ITEM_BANNED'));
	fakeAuditLog(...entries);
	await openLog();
	await expect.element(page.getByText('Page 1 of 2')).toBeVisible();
	fakeAuditLog(auditEntry(101, 'ITEM_BANNED'), ...entries);

	await button('Next').click();
	await expect.element(page.getByText('Page 2 of 2')).toBeVisible();
	expect(window.location.search).toBe('?page=2&upTo=100');
	await expect.poll(() => page.getByRole('row').elements()).toHaveLength(3);
	await button('Previous').click();

	await expect.element(page.getByText('Page 1 of 2')).toBeVisible();
	expect(window.location.search).toBe('');
});

test('the audit log hides view entries by default and can show them grouped or one by one', async () => {
	fakeAuditLog(...[9, 8, 7].map((id) => auditEntry(id, 'VIEW_FEEDBACK')));
	await openLog();
	await expect.element(page.getByText(AUDIT_MESSAGES.empty)).toBeVisible();

	await page.getByLabelText('Views').selectOptions('Views in groups');
	await expect.element(rowOf('View feedback').getByText('3 times since')).toBeVisible();
	await page.getByLabelText('Views').selectOptions('Every view');

	await expect.poll(() => page.getByRole('row').elements()).toHaveLength(4);
});

test('the export of the audit log sends the filters, and after a 501 response the page says that the server has no export', async () => {
	fakeAuditLog(VERIFIED);
	fakeApi.answer(exportAuditLogs, new Response('{}', { status: 501 }));
	await openLog('?action=USER_VERIFIED&views=each');

	await button('Export Logs').click();

	await expect.element(alert.getByText(AUDIT_MESSAGES.exportMissing)).toBeVisible();
	expect(fakeApi.requests(exportAuditLogs)[0]?.query.action).toBe('USER_VERIFIED');
});
