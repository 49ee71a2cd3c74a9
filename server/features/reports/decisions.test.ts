import { describe, expect, test } from 'vitest';
import { eq, sql } from '#server/db/drizzle.ts';
import { admins } from '#server/db/schema/admins.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { recordDecision } from './commands.ts';
import { ITEM_REPORTS, isReport, USER_REPORTS } from './queries.ts';

const t = await openApp();
const deps = { db: t.db, addTask: t.queue.addTask };
const adminId = await insertAdmin('dean');
const otherAdminId = await insertAdmin('warden');
const seller = await t.student({ userName: 'Ravi' });

async function insertAdmin(username: string): Promise<number> {
	const [inserted] = await t.db
		.insert(admins)
		.values({
			username,
			email: `${username}@campus.example`,
			passwordHash: 'x',
			roleLevel: 'admin',
		})
		.returning({ id: admins.id });
	return inserted?.id ?? 0;
}

async function sendItemReport(reporter: Student) {
	const item = await t.item(seller, { title: 'Kettle' });
	await t.as(reporter).post(`/report/report-item/${item.id}`, { complaint: 'Leaks.' });
	const [row] = await t.db.select().from(reports).where(eq(reports.itemId, item.id));
	return row?.id ?? 0;
}

async function sendUserReport(reporter: Student) {
	await t.as(reporter).post(`/user-report/report-user/${seller.id}`, { complaint: 'Was rude.' });
	const [row] = await t.db.select().from(reports).where(eq(reports.reporterId, reporter.id));
	return row?.id ?? 0;
}

const notificationsOf = (who: Student) =>
	t.db
		.select({
			kind: notifications.kind,
			title: notifications.title,
			message: notifications.message,
			link: notifications.link,
		})
		.from(notifications)
		.where(eq(notifications.userId, who.id));

const ownReportsOf = async (who: Student) => (await t.as(who).get('/reports/mine')).json().reports;

const KINDS = [
	{ name: 'an item', sendReport: sendItemReport, kind: ITEM_REPORTS, about: 'Kettle' },
	{ name: 'a user', sendReport: sendUserReport, kind: USER_REPORTS, about: 'Ravi' },
] as const;

describe.each(KINDS)('decisions on a report of $name', ({ sendReport, kind, about }) => {
	test('when a report is upheld, it is stored with the decision, and its sender is informed and thanked without learning the action', async () => {
		for (const action of ['none', 'user_banned'] as const) {
			const reporter = await t.student();
			const id = await sendReport(reporter);

			const decided = await recordDecision(deps, kind, adminId, id, {
				status: 'resolved',
				action,
				notes: 'Third time.',
			});

			expect(decided).toEqual({ reporterId: reporter.id });
			const [row] = await t.db.select().from(reports).where(isReport(kind, id));
			expect(row).toMatchObject({
				status: 'resolved',
				action,
				adminNotes: 'Third time.',
				resolvedBy: adminId,
				resolvedAt: expect.any(Date),
			});
			expect(await ownReportsOf(reporter)).toMatchObject([
				{ status: 'resolved', resolvedAt: expect.stringMatching(/Z$/) },
			]);
			expect(await notificationsOf(reporter)).toEqual([
				{
					kind: 'report',
					title: 'Your report was upheld',
					message: `Thank you. We looked into your report about ${about} and agree with it.`,
					link: '/my-reports',
				},
			]);
		}
	});

	test('when a report is dismissed, its sender sees that in the list of own reports and is notified', async () => {
		const reporter = await t.student();
		const id = await sendReport(reporter);

		await recordDecision(deps, kind, adminId, id, { status: 'dismissed', notes: undefined });

		expect(await ownReportsOf(reporter)).toMatchObject([{ status: 'dismissed' }]);
		expect(await notificationsOf(reporter)).toEqual([
			{
				kind: 'report',
				title: 'Your report was closed',
				message: `We looked into your report about ${about} and found nothing against the rules.`,
				link: '/my-reports',
			},
		]);
	});

	test('when two administrators decide at the same time, the first decision counts; the second and later ones, and one on an unknown report, are refused', async () => {
		const reporter = await t.student();
		const id = await sendReport(reporter);

		const outcomes = await Promise.allSettled([
			recordDecision(deps, kind, adminId, id, {
				status: 'resolved',
				action: 'none',
				notes: undefined,
			}),
			recordDecision(deps, kind, otherAdminId, id, { status: 'dismissed' }),
		]);

		expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		const refused = outcomes.find((outcome) => outcome.status === 'rejected');
		expect(refused?.reason).toMatchObject({
			kind: 'conflict',
			message: 'This report has already been decided.',
		});
		await expect(
			recordDecision(deps, kind, adminId, id, { status: 'dismissed' }),
		).rejects.toMatchObject({ kind: 'conflict' });
		expect(await notificationsOf(reporter)).toHaveLength(1);
		await expect(
			recordDecision(deps, kind, adminId, 2_147_483_647, { status: 'dismissed' }),
		).rejects.toMatchObject({ kind: 'not_found', message: 'Report not found.' });
	});

	test('when the sender’s account is erased, the report is decided without a notification', async () => {
		const reporter = await t.student();
		const id = await sendReport(reporter);
		await t.db.update(users).set({ deletedAt: sql`now()` }).where(eq(users.id, reporter.id));

		await recordDecision(deps, kind, adminId, id, { status: 'dismissed' });

		expect(await notificationsOf(reporter)).toEqual([]);
	});

	test('when notifying the sender fails, the report stays undecided', async () => {
		const reporter = await t.student({ emailConfirmedAt: new Date() });
		const id = await sendReport(reporter);
		const addTask = async () => {
			throw new Error('the queue is full');
		};

		const deciding = recordDecision({ db: t.db, addTask }, kind, adminId, id, {
			status: 'dismissed',
		});

		await expect(deciding).rejects.toThrow('the queue is full');
		expect(await ownReportsOf(reporter)).toMatchObject([{ status: 'pending', resolvedAt: null }]);
		expect(await notificationsOf(reporter)).toEqual([]);
	});
});
