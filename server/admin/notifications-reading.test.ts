import { expect, test, vi } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { eq } from '#server/db/drizzle.ts';
import { readAnnouncements } from '#server/db/schema/notifications.ts';
import { announce } from '#server/features/notifications/commands.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';

const t = await openApp();
const publish = vi.spyOn(t.app.adminChannel, 'publish');

type Client = { id: number; token: string };

const makeAnnouncement = (type: 'info' | 'warning' = 'info', db: Db = t.db) =>
	announce(
		{ db, addTask: t.queue.addTask },
		{ title: 'Fair', message: 'On Sunday.', type, target: 'admins' },
	);
const listNotifications = async (who: Client, query = '?limit=3') =>
	(await t.as(who).get(`/admin/notifications${query}`)).json();
const markReadUpTo = (who: Client, upTo: unknown) =>
	t.as(who).put(`/admin/notifications/read?upTo=${upTo}`);
const markRead = (who: Client, id: number) => t.as(who).put(`/admin/notifications/${id}/read`);
const listReadSingly = ({ id }: Client) =>
	t.db.select().from(readAnnouncements).where(eq(readAnnouncements.adminId, id));

/** An administrator with three unread notifications, and their ids, newest first. */
async function makeThreeUnread() {
	const admin = await t.admin();
	await makeAnnouncement();
	await t.as(admin).put('/admin/notifications/read');
	const ids = [await makeAnnouncement(), await makeAnnouncement(), await makeAnnouncement()];
	return { admin, ids: ids.reverse() as [number, number, number] };
}

test('marking one notification as read affects only this notification and only this administrator', async () => {
	const {
		admin,
		ids: [newest, middle, oldest],
	} = await makeThreeUnread();
	const other = await t.admin();
	const unreadOfOther = (await listNotifications(other)).unread;

	const res = await markRead(admin, middle);

	expect(res.json()).toEqual({ success: true, message: 'The notification is read.' });
	const { notifications, unread } = await listNotifications(admin);
	expect(notifications).toMatchObject([
		{ id: newest, isRead: false },
		{ id: middle, isRead: true },
		{ id: oldest, isRead: false },
	]);
	expect(unread).toBe(2);
	expect((await t.as(admin).get('/admin/counts')).json().unread).toBe(2);
	expect((await listNotifications(other)).unread).toBe(unreadOfOther);
	expect(publish).toHaveBeenCalledWith({ what: 'notifications' }, undefined);
});

test('after all notifications up to a given one are marked as read, a later one that was read singly is still read, and marking one again changes nothing', async () => {
	const {
		admin,
		ids: [newest, middle, oldest],
	} = await makeThreeUnread();
	await markRead(admin, newest);
	await markRead(admin, oldest);

	await markReadUpTo(admin, middle);

	expect((await listNotifications(admin)).unread).toBe(0);
	for (const id of [newest, middle, oldest])
		expect((await markRead(admin, id)).statusCode).toBe(200);
	expect(await listReadSingly(admin)).toEqual([{ adminId: admin.id, announcementId: newest }]);
});

test('when an administrator marks a loaded list as read, notifications that arrived later stay unread', async () => {
	const admin = await t.admin();
	const shownId = await makeAnnouncement();
	const { newest } = await listNotifications(admin);
	const laterId = await makeAnnouncement();

	const res = await markReadUpTo(admin, newest);

	expect([newest, res.statusCode]).toEqual([shownId, 200]);
	const { unread, notifications } = await listNotifications(admin, '?limit=2');
	expect(unread).toBe(1);
	expect(notifications).toMatchObject([
		{ id: laterId, isRead: false },
		{ id: shownId, isRead: true },
	]);
});

test('two notifications that are stored while an administrator marks all as read both stay unread', async () => {
	const admin = await t.admin();
	await t.as(admin).put('/admin/notifications/read');
	const [inserted, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const slow = t.db.transaction(async (tx) => {
		await makeAnnouncement('info', tx);
		inserted.resolve();
		await finished.promise;
	});
	await inserted.promise;
	const later = t.db.transaction((tx) => makeAnnouncement('warning', tx));
	await Promise.race([later, waitForBlockedSession(t.url)]);

	const res = await t.as(admin).put('/admin/notifications/read');
	finished.resolve();
	await Promise.all([slow, later]);

	expect(res.statusCode).toBe(200);
	const { notifications } = await listNotifications(admin, '?limit=2');
	expect(notifications).toMatchObject([
		{ type: 'warning', isRead: false },
		{ type: 'info', isRead: false },
	]);
});

test('marking as read up to an old notification makes none unread, and marking up to a future id leaves later notifications unread', async () => {
	const admin = await t.admin();
	const [first] = [await makeAnnouncement(), await makeAnnouncement()];
	await t.as(admin).put('/admin/notifications/read');

	await markReadUpTo(admin, first);
	const after = (await listNotifications(admin)).unread;
	await markReadUpTo(admin, 2_000_000_000);
	await makeAnnouncement();

	expect([after, (await listNotifications(admin)).unread]).toEqual([0, 1]);
});
