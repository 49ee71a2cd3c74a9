import { expect, test } from 'vitest';
import { announce } from '#server/features/notifications/commands.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();

const makeAnnouncement = (type: 'info' | 'warning' = 'info') =>
	announce(
		{ db: t.db, addTask: t.queue.addTask },
		{ title: 'Fair', message: 'On Sunday.', type, target: 'admins' },
	);
const listNotifications = async (who: { token: string }, query = '') =>
	(await t.as(who).get(`/admin/notifications${query}`)).json();
const markRead = (who: { token: string }, upTo: unknown) =>
	t.as(who).put(`/admin/notifications/read?upTo=${upTo}`);

test('notifications that arrive after the list was loaded stay unread', async () => {
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

test('the list of notifications has the id of the newest one, whatever its filters leave', async () => {
	const admin = await t.admin();
	await makeAnnouncement('info');
	const newest = await makeAnnouncement('warning');

	expect((await listNotifications(admin, '?type=info')).newest).toBe(newest);
	expect((await listNotifications(admin, '?q=nothing-like-it')).newest).toBe(newest);
});

test('marking notifications as read up to one makes no read one unread, and marks none that arrive later', async () => {
	const admin = await t.admin();
	const [first] = [await makeAnnouncement(), await makeAnnouncement()];
	await t.as(admin).put('/admin/notifications/read');

	await markRead(admin, first);
	const after = (await listNotifications(admin)).unread;
	await markRead(admin, 2_000_000_000);
	await makeAnnouncement();

	expect([after, (await listNotifications(admin)).unread]).toEqual([0, 1]);
});

test.each(['-1', 'all', '2147483648'])(
	'marking notifications as read up to %s is rejected',
	async (upTo) => {
		expect((await markRead(await t.admin(), upTo)).statusCode).toBe(400);
	},
);
