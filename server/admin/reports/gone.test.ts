import { describe, expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { openDecisions } from '#tests/support/decisions.ts';

const t = await openApp();
const { itemReport, userReport, entriesAbout } = openDecisions(t);
const admin = await t.admin();
const GONE = { deletedAt: new Date() };

const found = async (path: string) => (await t.as(admin).get(`/admin${path}`)).json();

describe('a report about what is gone', () => {
	test('is resolved without an action where the item to ban is deleted', async () => {
		const item = await t.item(await t.student(), GONE);
		const id = await itemReport(item.id);

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
				await itemReport((await t.item(gone)).id, reporter),
				await userReport(gone.id, reporter),
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
		const id = await itemReport((await t.item(owner, GONE)).id);

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
			await itemReport(item.id, reporter),
			await userReport(reported.id, reporter),
		];
		const other = await itemReport(item.id);

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
