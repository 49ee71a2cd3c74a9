import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_NAMESPACE, ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { blockRealtime } from '#tests/support/block-realtime.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

/** Part of reports, and so of the histories of their targets. */
const complaint = `Not as shown ${randomUUID()}`;
const person = await signUpPerson();
const item = await postItemAs(person);
const { report, userReport } = await reportBoth();

/** @returns the ids of the reports */
async function reportBoth() {
	const callAsReporter = adminAccess.callAs(await signUpPerson());
	await callAsReporter('POST', `/report/report-item/${item}`, { complaint });
	const ofPerson = { complaint, type: 'scam' };
	await callAsReporter('POST', `/user-report/report-user/${person.id}`, ofPerson);
	const callAsColleague = adminAccess.callAs(await adminAccess.admin());
	const query = encodeURIComponent(complaint);
	const { reports } = await callAsColleague('GET', `/admin/reports?q=${query}`);
	const { userReports } = await callAsColleague('GET', `/admin/user-reports?q=${query}`);
	return { report: reports[0].id as number, userReport: userReports[0].id as number };
}

test.each([
	[`user ${person.id}`, 'VIEW_USERS', `${ADMIN_PAGES.users}?user=${person.id}`],
	[`item ${item}`, 'VIEW_ITEMS', `${ADMIN_PAGES.items}?item=${item}`],
	[`report ${report}`, 'VIEW_REPORTS', `${ADMIN_PAGES.reports}?report=${report}`],
	[`user report ${userReport}`, 'VIEW_REPORTS', `${ADMIN_PAGES.userReports}?report=${userReport}`],
])('opening the panel of %s once adds one entry to the log', async (target, action, path) => {
	const admin = await adminAccess.admin();
	const page = await visit('/admin/login', { admin, width: 1440 });

	// Reports of other tests would reload the panel.
	await blockRealtime(page.context());
	await page.goto(path);
	await page.getByRole('dialog').getByText(complaint).first().waitFor();

	const entries = await adminAccess.db
		.select({ action: auditLog.action, details: auditLog.details })
		.from(auditLog)
		.where(and(eq(auditLog.adminId, admin.id), eq(auditLog.target, target)));
	expect(entries).toEqual([{ action, details: '' }]);
});

test('a page reloads after its own change without waiting for the event, which would add a second view', async () => {
	const page = await visit('/icon.svg', { admin: await adminAccess.admin(), width: 1440 });
	const [network] = await Promise.all([
		waitForAdminSocket(page),
		page.goto(`${ADMIN_PAGES.users}?user=${person.id}`),
	]);
	const panel = page.getByRole('dialog');

	const [request] = await Promise.all([
		page.waitForRequest('**/verify'),
		panel.getByRole('button', { name: 'Verify' }).click(),
	]);

	expect(request.headers()[ADMIN_SOCKET_HEADER]).toBe(network);
	await panel.getByRole('button', { name: 'Unverify' }).waitFor();
});

/** The id of the realtime connection that a page is about to open. */
async function waitForAdminSocket(page: Page): Promise<string> {
	const socket = await page.waitForEvent('websocket');
	const opened = `40${ADMIN_NAMESPACE},`;
	const { payload } = await socket.waitForEvent('framereceived', (frame) =>
		String(frame.payload).startsWith(opened),
	);
	return JSON.parse(String(payload).slice(opened.length)).sid;
}
