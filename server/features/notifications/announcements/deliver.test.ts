import { describe, expect, test, vi } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { and, asc, eq, sql } from '#server/db/drizzle.ts';
import { announcements, notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { announce } from '#server/features/notifications/commands.ts';
import { upsertPreference } from '#server/features/notifications/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { openApp } from '#tests/support/app.ts';
import { deliverAnnouncement } from './moderation.ts';
import { insertNextBatch } from './queries.ts';

const t = await openApp();
const deps = { db: t.db, addTask: t.queue.addTask };
const ANNOUNCEMENT = { title: 'Fair on Sunday', message: 'On the lawn.', type: 'success' } as const;
const BY_MAIL = { kind: 'announcement', inApp: true, byMail: true } as const;

const insertAnnouncementForAll = () =>
	t.db.transaction((tx) => announce({ ...deps, db: tx }, { ...ANNOUNCEMENT, target: 'all' }));
const toAll = vi.fn();
const deliver = (id: number, addTask: AddTask = t.queue.addTask) =>
	deliverAnnouncement({ db: t.db, addTask, realtime: { toAll } }, id);
const rowOf = async (id: number) =>
	(await t.db.select().from(announcements).where(eq(announcements.id, id)))[0];
const deliveredTo = async (id: number) => {
	const rows = await t.db
		.select({ userId: notifications.userId })
		.from(notifications)
		.where(eq(notifications.announcementId, id))
		.orderBy(asc(notifications.userId));
	return rows.map(({ userId }) => userId);
};
const allUserIds = async () =>
	(
		await t.db
			.select({ id: users.id })
			.from(users)
			.where(sql`${users.deletedAt} is null`)
			.orderBy(asc(users.id))
	).map(({ id }) => id);
const mailTasksOf = async (userId: number) =>
	(
		await t.db.execute<{ data: { noticeId: number } }>(sql`
			select data from pgboss.job
			where name = 'notice-mail' and data ->> 'userId' = ${String(userId)}`)
	).rows;
const countTasksOf = async (announcementId: number) =>
	(
		await t.db.execute(sql`
			select 1 from pgboss.job
			where name = 'announce' and data ->> 'announcementId' = ${String(announcementId)}`)
	).rows.length;

async function studentWantingMails() {
	const student = await t.student({ emailConfirmedAt: new Date() });
	await upsertPreference(t.db, student.id, BY_MAIL);
	return student;
}

describe('announcements', () => {
	test('an announcement for administrators, or one deleted before its delivery, is delivered to no user', async () => {
		const student = await t.student();
		const id = await announce(deps, { ...ANNOUNCEMENT, target: 'admins' });

		await deliver(id);

		const deleted = await insertAnnouncementForAll();
		await t.db.delete(announcements).where(eq(announcements.id, deleted));
		await deliver(deleted);
		expect(await deliveredTo(deleted)).toEqual([]);
		const batch = await insertNextBatch(t.db, deleted, { afterId: 0, size: 1 });
		expect(batch).toEqual({ lastId: null, mailed: [] });
		expect(await countTasksOf(id)).toBe(0);
		expect(await deliveredTo(id)).toEqual([]);
		expect((await t.as(student).get('/notices')).json()).toMatchObject({ announcement: null });
	});

	test('an announcement is delivered to all users except erased ones, and their devices get an event', async () => {
		const deletedStudent = await t.student();
		await t.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, deletedStudent.id));
		await t.student();
		const id = await insertAnnouncementForAll();
		expect(await rowOf(id)).toMatchObject({ ...ANNOUNCEMENT, target: 'all', deliveredAt: null });
		expect(await countTasksOf(id)).toBe(1);
		toAll.mockClear();

		await deliver(id);

		expect(await deliveredTo(id)).toEqual(await allUserIds());
		expect(await deliveredTo(id)).not.toContain(deletedStudent.id);
		expect((await rowOf(id))?.deliveredAt).toBeInstanceOf(Date);
		expect(toAll.mock.calls).toEqual([[REALTIME_EVENTS.notificationsChanged, {}]]);
	});

	test('an announcement is mailed only to users with a confirmed address who have chosen such mails and are not banned', async () => {
		const [chosen, unconfirmed, banned, silent] = [
			await studentWantingMails(),
			await studentWantingMails(),
			await studentWantingMails(),
			await t.student({ emailConfirmedAt: new Date() }),
		];
		await t.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, unconfirmed.id));
		await t.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, banned.id));

		await deliver(await insertAnnouncementForAll());

		expect(await mailTasksOf(chosen.id)).toHaveLength(1);
		for (const { id } of [unconfirmed, banned, silent]) expect(await mailTasksOf(id)).toEqual([]);
	});

	test('an announcement is delivered and mailed once even if several jobs run at the same time and later, and stays read', async () => {
		const student = await studentWantingMails();
		const id = await insertAnnouncementForAll();

		await Promise.all([deliver(id), deliver(id), deliver(id), deliver(id)]);
		await t.as(student).put('/notifications/read-all');
		await t.db.update(announcements).set({ deliveredAt: null }).where(eq(announcements.id, id));
		await deliver(id);

		expect(await deliveredTo(id)).toEqual(await allUserIds());
		expect(await mailTasksOf(student.id)).toHaveLength(1);
		const [notification] = await t.db
			.select()
			.from(notifications)
			.where(and(eq(notifications.announcementId, id), eq(notifications.userId, student.id)));
		expect(notification?.readAt).toBeInstanceOf(Date);
	});

	test('when a delivery fails half-way, the retry delivers the announcement to the remaining users', async () => {
		const [first, last] = [await studentWantingMails(), await studentWantingMails()];
		const id = await insertAnnouncementForAll();
		await t.db.transaction((tx) => insertNextBatch(tx, id, { afterId: 0, size: 1 }));
		const failingAddTask: AddTask = () => Promise.reject(new Error('killed'));
		await expect(deliver(id, failingAddTask)).rejects.toThrow('killed');
		expect(await deliveredTo(id)).toHaveLength(1);
		expect((await rowOf(id))?.deliveredAt).toBeNull();

		await deliver(id);

		expect(await deliveredTo(id)).toEqual(await allUserIds());
		for (const student of [first, last]) expect(await mailTasksOf(student.id)).toHaveLength(1);
	});
});
