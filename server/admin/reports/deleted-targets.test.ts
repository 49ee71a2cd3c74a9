import { describe, expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { openDecisions } from '#tests/support/report-decisions.ts';

const t = await openApp();
const { insertItemReport, insertUserReport, auditEntriesAbout } = openDecisions(t);
const admin = await t.admin();
const DELETED = { deletedAt: new Date() };

const getJson = async (path: string) => (await t.as(admin).get(`/admin${path}`)).json();

describe('reports about deleted items and erased accounts', () => {
	test('a report with an action against the user is resolved without action when the account is erased', async () => {
		for (const action of ['user_warned', 'user_banned']) {
			const [erased, reporter] = [await t.student(DELETED), await t.student()];
			const ids = {
				report: await insertItemReport((await t.item(erased)).id, reporter),
				'user report': await insertUserReport(erased.id, reporter),
			};
			const targets = Object.entries(ids).map(([kind, id]) => `${kind} ${id}`);

			await t.as(admin).put(`/admin/reports/${ids.report}/resolve`, { action });
			await t.as(admin).put(`/admin/user-reports/${ids['user report']}/resolve`, { action });

			expect(await auditEntriesAbout(...targets, `user ${erased.id}`)).toEqual(
				targets.map((target) => ({ action: 'REPORT_RESOLVED', target, details: 'action none' })),
			);
			const { userReport } = await getJson(`/user-reports/${ids['user report']}`);
			expect((await getJson(`/reports/${ids.report}`)).report.action).toBe('none');
			expect(userReport.action).toBe('none');
		}
	});

	test('the owner of a deleted item can still be warned', async () => {
		const owner = await t.student();
		const id = await insertItemReport((await t.item(owner, DELETED)).id);

		await t.as(admin).put(`/admin/reports/${id}/resolve`, { action: 'user_warned' });

		expect(await auditEntriesAbout(`user ${owner.id}`)).toMatchObject([{ action: 'USER_WARNED' }]);
		expect((await getJson(`/reports/${id}`)).report.action).toBe('user_warned');
	});

	test('the details of a report mark owners, reporters and reported users whose accounts are erased', async () => {
		const [owner, reporter, reported] = [
			await t.student(DELETED),
			await t.student(DELETED),
			await t.student(DELETED),
		];
		const item = await t.item(owner);
		const [itemReportId, userReportId] = [
			await insertItemReport(item.id, reporter),
			await insertUserReport(reported.id, reporter),
		];
		const otherId = await insertItemReport(item.id);

		const shownReport = await getJson(`/reports/${itemReportId}`);
		const { otherPending } = await getJson(`/reports/${otherId}`);
		const { userReport: person } = await getJson(`/user-reports/${userReportId}`);

		expect(shownReport.report.Item.Owner).toMatchObject({ id: owner.id, isGone: true });
		expect(shownReport.report.reporter).toMatchObject({ id: reporter.id, isGone: true });
		expect(shownReport.otherPending[0].reporter).not.toHaveProperty('isGone');
		expect(otherPending[0].reporter).toMatchObject({ id: reporter.id, isGone: true });
		expect(person.reportedUser).toMatchObject({ id: reported.id, isGone: true });
	});
});
