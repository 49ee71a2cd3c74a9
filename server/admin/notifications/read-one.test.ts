import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { readAnnouncements } from '#server/db/schema/notifications.ts';
import { announce } from '#server/features/notifications/commands.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const publish = vi.spyOn(t.app.adminChannel, 'publish');

type Client = { id: number; token: string };

const makeAnnouncement = () =>
	announce(
		{ db: t.db, addTask: t.queue.addTask },
		{ title: 'Fair', message: 'On Sunday.', type: 'info', target: 'admins' },
	);
const listNotifications = async (who: Client) =>
	(await t.as(who).get('/admin/notifications?limit=3')).json();
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

	await t.as(admin).put(`/admin/notifications/read?upTo=${middle}`);

	expect((await listNotifications(admin)).unread).toBe(0);
	for (const id of [newest, middle, oldest])
		expect((await markRead(admin, id)).statusCode).toBe(200);
	expect(await listReadSingly(admin)).toEqual([{ adminId: admin.id, announcementId: newest }]);
});
