import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_NAMESPACE, ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { openOffice } from '#tests/support/office.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import { cutNews } from '#tests/support/without-news.ts';

const { visit } = await openBrowser();
const office = await openOffice();

/** Part of reports, and so of the histories of their targets. */
const complaint = `Not as shown ${randomUUID()}`;
const person = await signUpPerson();
const item = await postItemAs(person);
const { report, userReport } = await reportBoth();

/** @returns the ids of the reports */
async function reportBoth() {
	const callAsReporter = office.callAs(await signUpPerson());
	await callAsReporter('POST', `/report/report-item/${item}`, { complaint });
	const ofPerson = { complaint, type: 'scam' };
	await callAsReporter('POST', `/user-report/report-user/${person.id}`, ofPerson);
	const callAsColleague = office.callAs(await office.admin());
	const words = encodeURIComponent(complaint);
	const { reports } = await callAsColleague('GET', `/admin/reports?q=${words}`);
	const { userReports } = await callAsColleague('GET', `/admin/user-reports?q=${words}`);
	return { report: reports[0].id as number, userReport: userReports[0].id as number };
}

test.each([
	[`user ${person.id}`, 'VIEW_USERS', `${ADMIN_PAGES.users}?user=${person.id}`],
	[`item ${item}`, 'VIEW_ITEMS', `${ADMIN_PAGES.items}?item=${item}`],
	[`report ${report}`, 'VIEW_REPORTS', `${ADMIN_PAGES.reports}?report=${report}`],
	[`user report ${userReport}`, 'VIEW_REPORTS', `${ADMIN_PAGES.userReports}?report=${userReport}`],
])('opening the panel of %s once adds one entry to the log', async (target, action, path) => {
	const admin = await office.admin();
	const page = await visit('/admin/login', { admin, width: 1440 });

	// Reports of other tests would reload the panel.
	await cutNews(page.context());
	await page.goto(path);
	await page.getByRole('dialog').getByText(complaint).first().waitFor();

	const entries = await office.db
		.select({ action: auditLog.action, details: auditLog.details })
		.from(auditLog)
		.where(and(eq(auditLog.adminId, admin.id), eq(auditLog.target, target)));
	expect(entries).toEqual([{ action, details: '' }]);
});

test('a page reloads after its own change without waiting for the event, which would add a second view', async () => {
	const page = await visit('/icon.svg', { admin: await office.admin(), width: 1440 });
	const [line] = await Promise.all([
		lineOf(page),
		page.goto(`${ADMIN_PAGES.users}?user=${person.id}`),
	]);
	const panel = page.getByRole('dialog');

	const [request] = await Promise.all([
		page.waitForRequest('**/verify'),
		panel.getByRole('button', { name: 'Verify' }).click(),
	]);

	expect(request.headers()[ADMIN_SOCKET_HEADER]).toBe(line);
	await panel.getByRole('button', { name: 'Unverify' }).waitFor();
});

/** The id of the realtime connection that a page is about to open. */
async function lineOf(page: Page): Promise<string> {
	const socket = await page.waitForEvent('websocket');
	const opened = `40${ADMIN_NAMESPACE},`;
	const { payload } = await socket.waitForEvent('framereceived', (frame) =>
		String(frame.payload).startsWith(opened),
	);
	return JSON.parse(String(payload).slice(opened.length)).sid;
}
