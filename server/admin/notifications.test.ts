import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { ADMIN_NOTIFICATION_ERRORS } from '#contract/admin/errors.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { deleteExpiredKeys } from '#server/db/once.ts';
import { admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { adminIdempotencyKeys } from '#server/db/schema/idempotency-keys.ts';
import { announcements, notifications } from '#server/db/schema/notifications.ts';
import { announce } from '#server/features/notifications/commands.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const { addTask } = t.queue;
const publish = vi.spyOn(t.app.adminChannel, 'publish');

const NOTIFICATION = {
	title: 'Fair',
	message: 'On Sunday.',
	type: 'warning',
	target: 'admins',
} as const;
const makeAnnouncement = (changes: Partial<Parameters<typeof announce>[1]> = {}) =>
	announce({ db: t.db, addTask }, { ...NOTIFICATION, ...changes });

const listNotifications = async (who: { token: string }, query = '') => {
	const res = await t.as(who).get(`/admin/notifications${query}`);
	expect(res.statusCode).toBe(200);
	return res.json();
};
const auditEntriesOf = ({ id }: { id: number }) =>
	t.db.select().from(auditLog).where(eq(auditLog.adminId, id)).orderBy(auditLog.id);

describe('list of notifications for administrators', () => {
	test('notifications are listed newest first, with the read state of the administrator', async () => {
		const admin = await t.admin();
		const older = await makeAnnouncement({ link: '/admin/reports?report=3' });
		await t.as(admin).put('/admin/notifications/read');
		const newer = await makeAnnouncement({ target: 'all' });

		const { notifications, unread, pagination } = await listNotifications(admin, '?limit=2');

		expect(notifications).toEqual([
			{
				...NOTIFICATION,
				id: newer,
				target: 'all',
				link: null,
				createdAt: expect.stringMatching(/Z$/),
				isRead: false,
			},
			expect.objectContaining({ id: older, link: '/admin/reports?report=3', isRead: true }),
		]);
		expect(unread).toBe(1);
		expect(pagination).toMatchObject({ currentPage: 1, isExact: true });
	});

	test('a notification about a report shows the current name of the reported item or user', async () => {
		const admin = await t.admin();
		const [seller, reporter] = [await t.student({ userName: 'Ravi' }), await t.student()];
		const item = await t.item(seller, { title: 'Casio fx-991' });
		const report = { complaint: 'It leaks.', type: 'fraud' };
		await t.as(reporter).post(`/report/report-item/${item.id}`, report);
		await t.as(reporter).post(`/user-report/report-user/${seller.id}`, { ...report, type: 'scam' });

		const { notifications } = await listNotifications(admin, '?limit=2');

		expect(notifications).toMatchObject([
			{ about: 'Ravi', message: `User ${seller.id}: scam` },
			{ about: 'Casio fx-991', message: `Item ${item.id}: fraud` },
		]);
	});
});

describe('marking all notifications of an administrator as read', () => {
	test('the notifications become read for this administrator only, later ones are unread, and the read position never moves back', async () => {
		const [admin, other] = [await t.admin(), await t.admin()];
		const id = await makeAnnouncement();
		const before = (await listNotifications(other)).unread;

		const res = await t.as(admin).put('/admin/notifications/read');

		expect(res.json()).toEqual({ success: true, message: 'All notifications are read.' });
		expect((await listNotifications(admin)).unread).toBe(0);
		expect((await listNotifications(other)).unread).toBe(before);
		await t.as(admin).delete(`/admin/notifications/${id}`);
		await t.as(admin).put('/admin/notifications/read');
		const [row] = await t.db.select().from(admins).where(eq(admins.id, admin.id));
		expect(row?.readAnnouncementId).toBeGreaterThanOrEqual(id);
		await makeAnnouncement();
		expect((await listNotifications(admin)).unread).toBe(1);
	});
});

describe('creating a notification as an administrator', () => {
	test('a notification for administrators appears in their list, and its creation is logged; one for all users queues one task for its delivery', async () => {
		const admin = await t.admin();

		const res = await t.as(admin).post('/admin/notifications', NOTIFICATION);

		expect(res.statusCode).toBe(201);
		const { notification, message } = res.json();
		expect(message).toBe('Notification created successfully.');
		expect(notification).toMatchObject({ ...NOTIFICATION, link: null, isRead: false });
		expect((await listNotifications(admin)).notifications[0]).toEqual(notification);
		expect((await auditEntriesOf(admin))[0]).toMatchObject({
			action: 'NOTIFICATION_CREATED',
			target: `notification ${notification.id}`,
			details: 'to admins: Fair',
		});
		expect(publish).toHaveBeenCalledWith({ what: 'notifications' }, undefined);
		const toAll = await t
			.as(admin)
			.post('/admin/notifications', { ...NOTIFICATION, target: 'all' });
		const { rows } = await t.db.execute(sql`
			select data from pgboss.job
			where name = 'announce' and (data ->> 'announcementId')::int = ${toAll.json().notification.id}`);
		expect(rows).toHaveLength(1);
	});
});

describe('deleting a notification as an administrator', () => {
	test('a deleted notification disappears for users, whose open pages receive an event, and the deletion is logged', async () => {
		const [admin, student] = [await t.admin(), await t.student()];
		const id = await makeAnnouncement({ target: 'all' });
		const { title, message } = NOTIFICATION;
		await t.db
			.insert(notifications)
			.values({ userId: student.id, kind: 'announcement', title, message, announcementId: id });
		expect((await t.as(student).get('/notices')).json().announcement).toMatchObject({ title });
		const toAll = vi.spyOn(t.app.realtime, 'toAll');

		const res = await t.as(admin).delete(`/admin/notifications/${id}`);

		expect(res.json()).toEqual({ success: true, message: 'Notification deleted successfully.' });
		expect((await t.as(student).get('/notices')).json().announcement).toBeNull();
		expect(await t.db.select().from(announcements).where(eq(announcements.id, id))).toEqual([]);
		expect(toAll).toHaveBeenCalledWith(REALTIME_EVENTS.notificationsChanged, {});
		expect(await auditEntriesOf(admin)).toMatchObject([
			{ action: 'NOTIFICATION_DELETED', severity: 'HIGH', details: 'to all: Fair' },
		]);
	});
});

describe('counts of pending work for administrators', () => {
	const getCounts = async (who: { token: string }) => (await t.as(who).get('/admin/counts')).json();

	test('a new report and new feedback raise the counts of their own kind, and that of unread notifications stops at 100', async () => {
		const admin = await t.admin();
		const [reporter, seller] = [await t.student(), await t.student()];
		const item = await t.item(seller);
		const before = await getCounts(admin);
		const complaint = { complaint: 'Not as shown.', type: 'spam' };
		await t.as(reporter).post(`/report/report-item/${item.id}`, complaint);
		const feedback = { name: 'Ravi', email: 'ravi@campus.example', rating: 4, feedback: 'Good.' };
		await t.as(null).post('/feedback/submit', feedback);

		const after = await getCounts(admin);

		expect(after).toEqual({
			success: true,
			unread: before.unread + 2,
			pendingReports: before.pendingReports + 1,
			pendingUserReports: before.pendingUserReports,
			pendingWantedReports: before.pendingWantedReports,
			pendingReviewReports: before.pendingReviewReports,
			pendingFeedback: before.pendingFeedback + 1,
		});
		await t.db.execute(sql`
			insert into announcements (title, message, type, target)
			select 'Fair', 'On Sunday.', 'info', 'admins' from generate_series(1, 130)`);
		expect((await getCounts(admin)).unread).toBe(100);
		expect((await listNotifications(admin)).unread).toBe(100);
	});
});

describe('repeated announcements', async () => {
	const admin = await t.admin();
	const create = (title: string, key: string | undefined, who = admin) =>
		t.as(who).call('POST', '/admin/notifications', {
			payload: { title, message: 'On Sunday.', type: 'info', target: 'all' },
			headers: key === undefined ? {} : { 'idempotency-key': key },
		});

	/** How many announcements with this title are stored, queued for delivery and logged. */
	async function countAnnouncements(title: string) {
		const stored = await t.db.select().from(announcements).where(eq(announcements.title, title));
		const queued = await t.db.execute(sql`
			select from pgboss.job join announcements on announcements.id = (data ->> 'announcementId')::int
			where name = 'announce' and title = ${title}`);
		const audited = await t.db
			.select()
			.from(auditLog)
			.where(eq(auditLog.details, `to all: ${title}`));
		return { stored: stored.length, queued: queued.rows.length, audited: audited.length };
	}

	test('announcements with the same idempotency key at the same time are sent once, and with another key, administrator or without a key again', async () => {
		const key = randomUUID();

		const refused = await create(' ', key);
		const responses = await Promise.all([1, 2, 3].map(() => create('Feast', key)));

		// What was refused does not use up its key.
		expect(refused.statusCode).toBe(400);
		expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
		expect(new Set(responses.map((res) => res.json().notification.id)).size).toBe(1);
		expect(await countAnnouncements('Feast')).toEqual({ stored: 1, queued: 1, audited: 1 });
		await create('Feast', randomUUID());
		await create('Feast', key, await t.admin());
		await create('Feast', undefined);
		await create('Feast', undefined);
		expect(await countAnnouncements('Feast')).toEqual({ stored: 5, queued: 5, audited: 5 });
	});

	test('a repeated announcement that was deleted meanwhile is answered with 404 and not sent again', async () => {
		const key = randomUUID();
		const { id } = (await create('Concert', key)).json().notification;
		await t.as(admin).delete(`/admin/notifications/${id}`);

		const res = await create('Concert', key);

		expect(res.statusCode).toBe(404);
		expect(res.json().message).toBe(ADMIN_NOTIFICATION_ERRORS.notFound.message);
		expect(await countAnnouncements('Concert')).toMatchObject({ stored: 0, queued: 0 });
	});

	test('the idempotency key of an announcement works for 30 days and is deleted afterwards', async () => {
		const [old, fresh] = [randomUUID(), randomUUID()];
		await create('Old', old);
		await create('Fresh', fresh);
		const setKeyAge = (key: string, days: number) =>
			t.db
				.update(adminIdempotencyKeys)
				.set({ createdAt: new Date(Date.now() - days * 86_400_000) })
				.where(eq(adminIdempotencyKeys.key, key));
		await setKeyAge(old, 30.1);
		await setKeyAge(fresh, 29.9);

		await deleteExpiredKeys(t.db);
		await create('Old', old);
		await create('Fresh', fresh);

		expect(await countAnnouncements('Old')).toMatchObject({ stored: 2 });
		expect(await countAnnouncements('Fresh')).toMatchObject({ stored: 1 });
	});
});
