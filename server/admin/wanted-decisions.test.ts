import { describe, expect, test } from 'vitest';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { asc, eq } from '#server/db/drizzle.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { openAuditLog } from '#tests/support/audit-log.ts';
import type { Student } from '#tests/support/factories.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openWanted } from '#tests/support/wanted.ts';

const t = await openApp();
const { insertPost, findPost } = openWanted(t);
const admin = await t.admin();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const audit = openAuditLog(t, superAdmin);

async function report(wantedId: number, reporter?: Student): Promise<number> {
	const who = reporter ?? (await t.student());
	await t.as(who).post(`/report/report-wanted/${wantedId}`, { complaint: 'Spam.', type: 'spam' });
	const [row] = await t.db
		.select({ id: reports.id })
		.from(reports)
		.where(eq(reports.reporterId, who.id));
	return row?.id ?? 0;
}
const resolve = (id: number, body: object) =>
	t.as(admin).put(`/admin/wanted-reports/${id}/resolve`, body);
const dismiss = (id: number, body?: object) =>
	t.as(admin).put(`/admin/wanted-reports/${id}/dismiss`, body);
const notificationsOf = async (user: { id: number }) => {
	const rows = await t.db
		.select({ title: notifications.title, message: notifications.message })
		.from(notifications)
		.where(eq(notifications.userId, user.id))
		.orderBy(asc(notifications.id));
	return rows;
};
const findReport = async (id: number) => {
	const [row] = await t.db.select().from(reports).where(eq(reports.id, id));
	return row;
};

describe('decisions on reports about wanted posts', () => {
	test('the action wanted_removed removes the post, with the notes as the reason, and notifies reporter and asker', async () => {
		const [asker, reporter] = [await t.student(), await t.student()];
		const wantedId = await insertPost(asker, { title: 'Exam answers' });
		const id = await report(wantedId, reporter);

		const res = await resolve(id, { action: 'wanted_removed', notes: 'No exam papers.' });

		expect(res.statusCode).toBe(200);
		expect(await findPost(wantedId)).toMatchObject({ removalReason: 'No exam papers.' });
		expect(await findReport(id)).toMatchObject({
			status: 'resolved',
			action: 'wanted_removed',
			adminNotes: 'No exam papers.',
			resolvedBy: admin.id,
		});
		expect(await notificationsOf(reporter)).toEqual([
			{
				title: NOTIFICATION_MESSAGES.reportResolved,
				message: NOTIFICATION_MESSAGES.reportResolvedText('Exam answers'),
			},
		]);
		expect(await notificationsOf(asker)).toMatchObject([{ title: WANTED_MESSAGES.removed }]);
		const [entry] = (await audit.findEntries({ action: 'WANTED_REMOVED' })).auditLogs;
		expect(entry).toMatchObject({
			target: `wanted ${wantedId}`,
			details: `wanted report ${id}: No exam papers.`,
		});
		const [decided] = (await audit.findEntries({ action: 'REPORT_RESOLVED' })).auditLogs;
		expect(decided).toMatchObject({
			target: `wanted report ${id}`,
			targetName: `about Exam answers by ${reporter.userName}`,
		});
	});

	test('dismissing all pending reports about a post notifies the reporters and keeps the post', async () => {
		const wantedId = await insertPost(await t.student());
		const reporters = [await t.student(), await t.student()];
		const [first = 0, second = 0] = [
			await report(wantedId, reporters[0]),
			await report(wantedId, reporters[1]),
		];

		const res = await dismiss(first, { wholeTarget: true });

		expect(res.statusCode).toBe(200);
		for (const id of [first, second])
			expect(await findReport(id)).toMatchObject({ status: 'dismissed', action: null });
		for (const reporter of reporters)
			expect(await notificationsOf(reporter)).toMatchObject([
				{ title: NOTIFICATION_MESSAGES.reportDismissed },
			]);
		expect(await findPost(wantedId)).toMatchObject({ removedAt: null });
	});

	test('of three simultaneous decisions on one report, one succeeds and two are refused with 409', async () => {
		const [asker, reporter] = [await t.student(), await t.student()];
		const id = await report(await insertPost(asker), reporter);

		const responses = await Promise.all([
			resolve(id, { action: 'wanted_removed' }),
			resolve(id, { action: 'wanted_removed' }),
			dismiss(id),
		]);

		expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
		const refused = responses.find(({ statusCode }) => statusCode === 409);
		expect(refused?.json()).toEqual({ success: false, ...REPORT_DECISION_ERRORS.notPending });
		expect(await notificationsOf(reporter)).toHaveLength(1);
	});

	test('a report stays visible after the asker deletes the post, and a decision to remove the post is then stored as no action', async () => {
		const asker = await t.student();
		const wantedId = await insertPost(asker);
		const id = await report(wantedId);
		await t.as(asker).delete(`/wanted/${wantedId}`);
		const listed = async () =>
			(await t.as(admin).get('/admin/wanted?isReported=true'))
				.json()
				.wanted.map(({ id: listedId }: { id: number }) => listedId);
		const details = await t.as(admin).get(`/admin/wanted/${wantedId}`);
		expect(details.json()).toMatchObject({ wanted: { isDeleted: true }, pendingReports: [{ id }] });
		expect(await listed()).toContain(wantedId);

		expect((await resolve(id, { action: 'wanted_removed' })).statusCode).toBe(200);

		expect(await findReport(id)).toMatchObject({ status: 'resolved', action: 'none' });
		expect(await notificationsOf(asker)).toEqual([]);
		expect(await listed()).not.toContain(wantedId);
		expect((await t.as(admin).get(`/admin/wanted/${wantedId}`)).statusCode).toBe(404);
	});
});

test('when an account is erased, the title of its wanted post is removed from notifications to reporters', async () => {
	const [asker, reporter] = [await t.student(), await t.student()];
	await resolve(await report(await insertPost(asker, { title: 'Private thing' }), reporter), {
		action: 'none',
	});
	expect((await notificationsOf(reporter))[0]?.message).toContain('Private thing');

	await t.as(asker).post('/account/delete', { password: PASSWORD });

	expect(await notificationsOf(reporter)).toEqual([
		{
			title: NOTIFICATION_MESSAGES.reportResolved,
			message: NOTIFICATION_MESSAGES.reportResolvedText('—'),
		},
	]);
});
