import { inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLog } from '#server/db/tables/audit.ts';
import { itemReports, userReports } from '#server/db/tables/reports.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin();
const GONE = { deletedAt: new Date() };

async function itemReport(itemId: number, reporterId: number) {
	const row = { itemId, reporterId, complaint: 'Not real.', type: 'fraud' };
	const [made] = await t.db.insert(itemReports).values(row).returning();
	return made?.id ?? 0;
}

async function userReport(reportedId: number, reporterId: number) {
	const row = { reportedId, reporterId, complaint: 'Was rude.', type: 'scam' };
	const [made] = await t.db.insert(userReports).values(row).returning();
	return made?.id ?? 0;
}

const found = async (path: string) => (await t.as(admin).get(`/admin${path}`)).json();
const entriesAbout = (...targets: string[]) =>
	t.db
		.select({ action: auditLog.action, target: auditLog.target, details: auditLog.details })
		.from(auditLog)
		.where(inArray(auditLog.target, targets))
		.orderBy(auditLog.id);

describe('a report about what is gone', () => {
	test('is resolved without an action where the item to ban is deleted', async () => {
		const item = await t.item(await t.student(), GONE);
		const id = await itemReport(item.id, (await t.student()).id);

		const body = { action: 'item_banned', notes: 'A fake.' };
		const res = await t.as(admin).put(`/admin/reports/${id}/resolve`, body);

		expect(res.statusCode).toBe(200);
		expect(await entriesAbout(`report ${id}`, `item ${item.id}`)).toEqual([
			{ action: 'REPORT_RESOLVED', target: `report ${id}`, details: 'action none: A fake.' },
		]);
		expect((await found(`/reports/${id}`)).report).toMatchObject({
			status: 'resolved',
			action: 'none',
			adminNotes: 'A fake.',
		});
	});

	test.each(['user_warned', 'user_banned'])(
		'is resolved without an action where the account is erased: %s',
		async (action) => {
			const gone = await t.student(GONE);
			const reporter = await t.student();
			const [report, about] = [
				await itemReport((await t.item(gone)).id, reporter.id),
				await userReport(gone.id, reporter.id),
			];

			await t.as(admin).put(`/admin/reports/${report}/resolve`, { action });
			await t.as(admin).put(`/admin/user-reports/${about}/resolve`, { action });

			expect(
				await entriesAbout(`report ${report}`, `user report ${about}`, `user ${gone.id}`),
			).toEqual([
				{ action: 'REPORT_RESOLVED', target: `report ${report}`, details: 'action none' },
				{ action: 'REPORT_RESOLVED', target: `user report ${about}`, details: 'action none' },
			]);
			expect((await found(`/reports/${report}`)).report.action).toBe('none');
			expect((await found(`/user-reports/${about}`)).userReport.action).toBe('none');
		},
	);

	test('still warns the owner of a deleted item', async () => {
		const owner = await t.student();
		const id = await itemReport((await t.item(owner, GONE)).id, (await t.student()).id);

		await t.as(admin).put(`/admin/reports/${id}/resolve`, { action: 'user_warned' });

		expect(await entriesAbout(`user ${owner.id}`)).toMatchObject([{ action: 'USER_WARNED' }]);
		expect((await found(`/reports/${id}`)).report.action).toBe('user_warned');
	});

	test('says whose account is erased', async () => {
		const [owner, reporter, reported] = [
			await t.student(GONE),
			await t.student(GONE),
			await t.student(GONE),
		];
		const item = await t.item(owner);
		const [report, about] = [
			await itemReport(item.id, reporter.id),
			await userReport(reported.id, reporter.id),
		];
		const other = await itemReport(item.id, (await t.student()).id);

		const told = await found(`/reports/${report}`);
		const { otherPending } = await found(`/reports/${other}`);
		const { userReport: person } = await found(`/user-reports/${about}`);

		expect(told.report.Item.Owner).toMatchObject({ id: owner.id, isGone: true });
		expect(told.report.reporter).toMatchObject({ id: reporter.id, isGone: true });
		expect(told.otherPending[0].reporter).not.toHaveProperty('isGone');
		expect(otherPending[0].reporter).toMatchObject({ id: reporter.id, isGone: true });
		expect(person.reportedUser).toMatchObject({ id: reported.id, isGone: true });
	});
});
