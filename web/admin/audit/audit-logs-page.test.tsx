import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
	AUDIT_MESSAGES,
	type AuditLogEntry,
	exportAuditLogs,
	listAuditLogs,
} from '#contract/admin/audit.ts';
import { AUDIT_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { actionLabel } from '#contract/core/action-labels.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { alert, button, panelOf, press, rowOf, text } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { storeRows } from '#tests/support/stored-rows.ts';

const DAY_MS = 86_400_000;
const view = page.getByRole('button', { name: /^View entry: User verified/ });
const panel = panelOf('User verified');

/** Entries from the newest to the oldest. */
const entry = (
	id: number,
	action: string,
	changes: Partial<AuditLogEntry> = {},
): AuditLogEntry => ({
	id,
	action,
	adminId: 2,
	adminUsername: 'Sunita',
	target: 'user 7',
	targetName: 'Asha',
	details: '',
	timestamp: '2026-02-03T04:05:06.000Z',
	severity: 'MEDIUM' as const,
	ipAddress: '10.1.2.3',
	...changes,
});
const VERIFIED = entry(9, 'USER_VERIFIED');

/** A log with these entries. */
function fakeLog(...entries: readonly AuditLogEntry[]): void {
	const log = storeRows(entries);
	fakeApi.answer(listAuditLogs, ({ query }) => {
		const { action, views, upTo = Number.POSITIVE_INFINITY } = query;
		const { rows, pagination } = log.page(
			query,
			(row) =>
				(action ?? row.action) === row.action &&
				!(views === 'hidden' && row.action.startsWith('VIEW_')) &&
				row.id <= upTo,
		);
		return { success: true, auditLogs: rows, pagination };
	});
}

const openLog = (query = '', width = 1440) =>
	renderAdminPage(`${ADMIN_PAGES.auditLogs}${query}`, { as: SUPER_ADMIN, width });

test('the audit log shows who did what to whom in the last seven days, with links', async () => {
	fakeLog(VERIFIED, entry(8, 'ATTEMPT_VERIFY_USER'));
	await openLog();
	const row = rowOf('USER_VERIFIED');
	for (const fact of ['MEDIUM', 'Sunita', '10.1.2.3'])
		await expect.element(row.getByText(fact)).toBeVisible();
	const target = row.getByRole('link', { name: 'User: Asha' });
	await expect.element(target).toHaveAttribute('href', `${ADMIN_PAGES.users}?user=7`);
	await expect.element(rowOf('ATTEMPT_').getByText('Attempt: verify user')).toBeVisible();
	const { startDate = '', endDate = '' } = fakeApi.requests(listAuditLogs)[0]?.query ?? {};
	expect(Date.parse(endDate) - Date.parse(startDate)).toBe(6 * DAY_MS);

	await view.click();
	await expect.element(panel.getByText('IP address')).toBeVisible();
	await press('{Escape}');

	await expect.element(panel).not.toBeInTheDocument();
});

test('the audit log shows what one has just done, and is not reloaded while it is on the screen, as each view is logged', async () => {
	fakeAdminUsers(adminUser('Asha'));
	fakeLog(entry(8, 'ITEM_BANNED'));
	await openLog();
	await expect.element(rowOf('ITEM_BANNED')).toBeVisible();
	const viewsBefore = fakeApi.requests(listAuditLogs).length;
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'users' });
	await page.getByRole('link', { name: 'Users', exact: true }).click();
	await button('Verify Asha').click();
	await expect.element(button('Unverify Asha')).toBeVisible();
	expect(fakeApi.requests(listAuditLogs)).toHaveLength(viewsBefore);
	fakeLog(VERIFIED, entry(8, 'ITEM_BANNED'));

	await page.getByRole('link', { name: 'Audit Logs', exact: true }).click();

	await expect.element(rowOf('USER_VERIFIED')).toBeVisible();
});

test('an open entry of the audit log stays open, and in the URL, when it is no longer in the list', async () => {
	fakeLog(VERIFIED);
	await openLog();
	await view.click();
	await expect.element(panel.getByText('IP address')).toBeVisible();

	await page.getByLabelText('Action').selectOptions('ITEM_DELETED');

	await expect.element(page.getByText(AUDIT_MESSAGES.empty)).toBeVisible();
	await expect.element(panel.getByText('USER_VERIFIED')).toBeVisible();
	expect(window.location.search).toBe('?entry=9&action=ITEM_DELETED');
});

test.each([
	['?entry=9&action=ITEM_DELETED', 'IP address'],
	['?entry=20', AUDIT_ERRORS.notFound.message],
])('the entry of the audit log in the URL %s is loaded on its own', async (query, shown) => {
	fakeLog(VERIFIED);

	await openLog(query);

	await expect.element(page.getByRole('dialog').getByText(shown)).toBeVisible();
});

test('the audit log is filtered by action and date range', async () => {
	fakeLog(VERIFIED, entry(8, 'ITEM_BANNED'));
	await openLog();

	await page.getByLabelText('Action').selectOptions('User verified');
	await expect.element(rowOf('ITEM_BANNED')).not.toBeInTheDocument();
	await page.getByLabelText('Date range').selectOptions('today');

	await expect.element(rowOf('USER_VERIFIED')).toBeVisible();
	expect(window.location.search).toBe('?action=USER_VERIFIED&range=today');
	await expect
		.poll(() => fakeApi.requests(listAuditLogs).at(-1)?.query)
		.toSatisfy(({ startDate, endDate }) => startDate === endDate);
});

test('later pages of the audit log begin below the entry that was the newest, as every view adds one', async () => {
	const entries = Array.from({ length: 52 }, (_, made) => entry(100 - made, 'ITEM_BANNED'));
	fakeLog(...entries);
	await openLog();
	await expect.element(page.getByText('Page 1 of 2')).toBeVisible();
	fakeLog(entry(101, 'ITEM_BANNED'), ...entries);

	await button('Next').click();
	await expect.element(page.getByText('Page 2 of 2')).toBeVisible();
	expect(window.location.search).toBe('?page=2&upTo=100');
	await expect.poll(() => page.getByRole('row').elements()).toHaveLength(3);
	await button('Previous').click();

	await expect.element(page.getByText('Page 1 of 2')).toBeVisible();
	expect(window.location.search).toBe('');
});

test('the actions about reviews are a group in the filter of the audit log, apart from those of administrators', async () => {
	fakeLog(VERIFIED);
	await openLog();

	const filter = page.getByLabelText('Action');
	await expect.element(filter).toBeVisible();
	const options = [...filter.element().querySelectorAll('optgroup[label="Reviews"] option')];

	expect(options.map(({ textContent }) => textContent)).toEqual([
		actionLabel('REVIEW_HIDDEN'),
		actionLabel('REVIEW_UNHIDDEN'),
	]);
});

test('views in the audit log are hidden unless they are requested, grouped or one by one', async () => {
	fakeLog(...[9, 8, 7].map((id) => entry(id, 'VIEW_FEEDBACK')));
	await openLog();
	await expect.element(page.getByText(AUDIT_MESSAGES.empty)).toBeVisible();

	await page.getByLabelText('Views').selectOptions('Views in groups');
	await expect.element(rowOf('View feedback').getByText('3 times since')).toBeVisible();
	await page.getByLabelText('Views').selectOptions('Every view');

	await expect.poll(() => page.getByRole('row').elements()).toHaveLength(4);
});

test('the export of the audit log sends the filters, and the page says when the server has no export', async () => {
	fakeLog(VERIFIED);
	fakeApi.answer(exportAuditLogs, new Response('{}', { status: 501 }));
	await openLog('?action=USER_VERIFIED&views=each');

	await button('Export Logs').click();

	await expect.element(alert.getByText(AUDIT_MESSAGES.exportMissing)).toBeVisible();
	expect(fakeApi.requests(exportAuditLogs)[0]?.query.action).toBe('USER_VERIFIED');
});

test.each([
	[
		'the server’s message of a refusal',
		refuse(409, { code: 'audit/x', message: 'Not on Sundays.' }),
		'Not on Sundays.',
	],
	[
		'the server’s message of a failure',
		refuse(500, REQUEST_ERRORS.failed),
		REQUEST_ERRORS.failed.message,
	],
	['its own message without a connection', NO_CONNECTION, AUDIT_MESSAGES.loadFailed],
])('an audit log that cannot be loaded shows %s', async (_which, reply, shown) => {
	vi.useFakeTimers();
	fakeApi.answer(listAuditLogs, reply);

	await openLog();

	await skipUntil(alert.getByText(shown));
});

test('the audit log is for super administrators', async () => {
	await renderAdminPage(ADMIN_PAGES.auditLogs, { as: ADMIN });

	await expect.element(alert.getByText(REQUEST_ERRORS.superAdminOnly.message)).toBeVisible();
});

test('the audit log and its panel have no axe violation', async () => {
	fakeLog(VERIFIED);
	await openLog('', 360);
	await expect.element(text('1 entry')).toBeVisible();
	await expectAccessible();

	await view.click();
	await expect.element(panel.getByText('IP address')).toBeVisible();

	await expectAccessible();
});

test('on a wide screen a long detail in the audit log leaves the actions on one line', async () => {
	const width = 1440;
	const details = 'Reason: the seller asked for more money than was agreed, and then '.repeat(8);
	fakeLog(entry(10, 'ATTEMPT_VERIFY_USER', { details, targetName: 'Swati Mohanty' }));
	await openLog('', width);
	const label = page.getByRole('table').getByText('Attempt: verify user');
	await expect.element(label).toBeVisible();
	const words = document.createRange();
	words.selectNodeContents(label.element());

	expect(words.getClientRects()).toHaveLength(1);
	expect(label.element().scrollHeight).toBe(label.element().clientHeight);
	expect(document.documentElement.scrollWidth).toBe(width);
	await page.getByRole('button', { name: /^View entry: Attempt/ }).click();
	await expect.element(panelOf('Attempt: verify user')).toBeVisible();
	expect(document.documentElement.scrollWidth).toBe(width);
});

test('a search in the audit log that finds nothing says how people and items are found', async () => {
	fakeLog();
	await openLog('?q=swati');

	await expect.element(page.getByText(AUDIT_MESSAGES.empty)).toBeVisible();
	await expect.element(page.getByText(/People are found by their name.*“item 7”/)).toBeVisible();
});
