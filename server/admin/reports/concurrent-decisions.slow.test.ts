import { describe, expect, test } from 'vitest';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { eq } from '#server/db/drizzle.ts';
import { reports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { openDecisions } from '#tests/support/report-decisions.ts';

const t = await openApp();
const {
	putAdminApi,
	insertItemReport,
	insertUserReport,
	auditEntriesAbout,
	warningsOf,
	notificationTitlesOf,
} = openDecisions(t);
const admin = await t.admin({ username: 'Dean' });
const other = await t.admin({ username: 'Warden' });

describe('deciding all reports about a target', () => {
	test('all pending reports about the target get the same decision, each with an audit entry and a notification', async () => {
		const reporters = [await t.student(), await t.student(), await t.student()];
		const item = await t.item(await t.student());
		const ids: number[] = [];
		for (const reporter of reporters) ids.push(await insertItemReport(item.id, reporter));
		const dismissed = await insertItemReport(item.id);
		await putAdminApi(other, `/reports/${dismissed}/dismiss`);

		await putAdminApi(admin, `/reports/${ids[1]}/resolve`, {
			action: 'item_banned',
			wholeTarget: true,
		});

		const entries = await auditEntriesAbout(...ids.map((id) => `report ${id}`), `item ${item.id}`);
		expect(entries.map(({ action }) => action)).toEqual([
			...Array(3).fill('REPORT_RESOLVED'),
			'ITEM_BANNED',
		]);
		for (const reporter of reporters) {
			expect(await notificationTitlesOf(reporter)).toEqual(['Your report was upheld']);
		}
		const rows = await t.db.select().from(reports).where(eq(reports.itemId, item.id));
		expect(rows.map(({ status }) => status).sort()).toEqual([
			'dismissed',
			...Array(3).fill('resolved'),
		]);
	});

	test('when several reports about a user are resolved with a warning, the user is warned once', async () => {
		const reported = await t.student();
		const id = await insertUserReport(reported.id);
		await insertUserReport(reported.id);

		const body = { action: 'user_warned', notes: 'Be kind.', wholeTarget: true };
		await putAdminApi(admin, `/user-reports/${id}/resolve`, body);

		expect(await warningsOf(reported)).toEqual(['Be kind.']);
	});
});

describe('concurrent decisions of two administrators', () => {
	test('when two administrators decide the same report, one decision succeeds and the other is refused with 409', async () => {
		const reporter = await t.student();
		const seller = await t.student();
		for (let round = 0; round < 4; round += 1) {
			const item = await t.item(seller);
			const id = await insertItemReport(item.id, reporter);

			const responses = await Promise.all(
				[admin, other].map((client) =>
					putAdminApi(client, `/reports/${id}/resolve`, { action: 'item_banned' }),
				),
			);

			expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
			expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
				success: false,
				...REPORT_DECISION_ERRORS.notPending,
			});
			const entries = await auditEntriesAbout(`report ${id}`, `item ${item.id}`);
			expect(entries.map(({ action }) => action).sort()).toEqual([
				'ATTEMPT_RESOLVE_REPORT',
				'ITEM_BANNED',
				'REPORT_RESOLVED',
			]);
		}
	});

	test('two decisions on all reports about one item and a ban of this item run at once without a deadlock', async () => {
		for (let round = 0; round < 4; round += 1) {
			const item = await t.item(await t.student());
			const ids = [];
			for (let count = 0; count < 4; count += 1) ids.push(await insertItemReport(item.id));
			const [first, last] = [ids[0], ids[3]];

			const responses = await Promise.all([
				putAdminApi(admin, `/reports/${first}/resolve`, {
					action: 'item_banned',
					wholeTarget: true,
				}),
				putAdminApi(other, `/reports/${last}/dismiss`, { wholeTarget: true }),
				putAdminApi(other, `/items/${item.id}/ban`, { reason: 'Seen.' }),
			]);

			expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
			const rows = await t.db.select().from(reports).where(eq(reports.itemId, item.id));
			expect(rows.filter(({ status }) => status === 'pending')).toEqual([]);
		}
	});

	test('two decisions on reports and the erasure of the reporter’s account at the same time cause no deadlock', async () => {
		for (let round = 0; round < 3; round += 1) {
			const [seller, reporter] = [await t.student(), await t.student({ passwordHash: null })];
			const item = await t.item(seller);
			const id = await insertItemReport(item.id, reporter);
			const userReportId = await insertUserReport(reporter.id, seller);

			const responses = await Promise.all([
				putAdminApi(admin, `/reports/${id}/resolve`, { action: 'user_banned' }),
				putAdminApi(other, `/user-reports/${userReportId}/resolve`, { action: 'user_warned' }),
				t.as(reporter).post('/account/delete', { confirmation: 'DELETE' }),
			]);

			expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
		}
	});
});
