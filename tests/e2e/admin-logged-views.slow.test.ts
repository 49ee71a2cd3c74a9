import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { blockRealtime } from '#tests/support/block-realtime.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

/** The text of the reports, which the histories of the reported user and item show too. */
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

test('each panel of a user, item, report or user report that an administrator opens adds exactly one audit log entry', async () => {
	const admin = await adminAccess.admin();
	const panels = [
		[`user ${person.id}`, 'VIEW_USERS', `${ADMIN_PAGES.users}?user=${person.id}`],
		[`item ${item}`, 'VIEW_ITEMS', `${ADMIN_PAGES.items}?item=${item}`],
		[`report ${report}`, 'VIEW_REPORTS', `${ADMIN_PAGES.reports}?report=${report}`],
		[
			`user report ${userReport}`,
			'VIEW_REPORTS',
			`${ADMIN_PAGES.userReports}?report=${userReport}`,
		],
	] as const;
	const page = await visit('/icon.svg', { admin, width: 1440 });
	// Reports of other tests would reload the panel.
	await blockRealtime(page.context());

	for (const [, , path] of panels) {
		await page.goto(path);
		await page.getByRole('dialog').getByText(complaint).first().waitFor();
	}

	const entries = await adminAccess.db
		.select()
		.from(auditLog)
		.where(eq(auditLog.adminId, admin.id));
	for (const [target, action] of panels) {
		const [entry, ...others] = entries.filter((row) => row.target === target);
		expect({ entry, others }).toMatchObject({ entry: { action, details: '' }, others: [] });
	}
});
