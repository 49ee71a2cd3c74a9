import { expect, test } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { announce } from '#server/features/notifications/commands.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';

const t = await openApp();

const makeAnnouncement = (type: 'info' | 'warning' = 'info', db: Db = t.db) =>
	announce(
		{ db, addTask: t.queue.addTask },
		{ title: 'Fair', message: 'On Sunday.', type, target: 'admins' },
	);
const listNotifications = async (who: { token: string }, query = '') =>
	(await t.as(who).get(`/admin/notifications${query}`)).json();
const markRead = (who: { token: string }, upTo: unknown) =>
	t.as(who).put(`/admin/notifications/read?upTo=${upTo}`);

test('when an administrator marks a loaded list as read, notifications that arrived later stay unread', async () => {
	const admin = await t.admin();
	const shownId = await makeAnnouncement();
	const { newest } = await listNotifications(admin);
	const laterId = await makeAnnouncement();

	const res = await markRead(admin, newest);

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

	await markRead(admin, first);
	const after = (await listNotifications(admin)).unread;
	await markRead(admin, 2_000_000_000);
	await makeAnnouncement();

	expect([after, (await listNotifications(admin)).unread]).toEqual([0, 1]);
});
