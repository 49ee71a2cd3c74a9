import { afterEach, describe, expect, test, vi } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { eq } from '#server/db/drizzle.ts';
import { participants } from '#server/db/schema/chats.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { openApp } from '#tests/support/app.ts';
import { createChatWithMessages } from '#tests/support/chat-fixtures.ts';
import { factories, type Student } from '#tests/support/factories.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { notify, notifyWarning } from './commands.ts';

const t = await openApp();
const deps = { db: t.db, addTask: t.queue.addTask };
const toUser = vi.spyOn(t.app.realtime, 'toUser');
afterEach(() => void toUser.mockClear());

const createChat = (...texts: string[]) => createChatWithMessages(t, ...texts);
const notifyOfReport = (userId: number, title = 'Your report') =>
	notify(deps, { userId, kind: 'report', title, message: 'We looked.' });
const summaryOf = async (who: Student) => (await t.as(who).get('/notices')).json();
const entriesOf = async (who: Student): Promise<NotificationEntry[]> =>
	(await t.as(who).get('/notifications')).json().notifications;
const NOTHING_UNREAD = { success: true, notifications: 0, warning: null, announcement: null };

describe('marking notifications as read', () => {
	test('marking one notification leaves the others unread, and sends an event to the user’s devices; marking it again keeps the time', async () => {
		const student = await t.student();
		await notifyOfReport(student.id, 'One');
		await notifyOfReport(student.id, 'Two');
		const [newest] = await entriesOf(student);

		const res = await t.as(student).put(`/notifications/${newest?.id}/read`);

		expect(res.json()).toEqual({ success: true, message: NOTIFICATION_MESSAGES.markedRead });
		expect(await entriesOf(student)).toMatchObject([
			{ title: 'Two', isRead: true },
			{ title: 'One', isRead: false },
		]);
		expect(await summaryOf(student)).toMatchObject({ notifications: 1 });
		expect(toUser.mock.calls).toEqual([[student.id, REALTIME_EVENTS.notificationsChanged, {}]]);
		const readTimes = async () =>
			(await t.db.select().from(notifications).where(eq(notifications.userId, student.id)))
				.map(({ readAt }) => readAt)
				.filter((readAt) => readAt !== null);
		const first = await readTimes();
		expect(first).toEqual([expect.any(Date)]);
		expect((await t.as(student).put(`/notifications/${newest?.id}/read`)).statusCode).toBe(200);
		expect(await readTimes()).toEqual(first);
	});

	test('marking a chat entry sends no read receipt, and the chat stays unread', async () => {
		const { seller, buyer, room, entry } = await createChat('Hi');

		const res = await t.as(seller).put(`/notifications/${entry}/read`);

		expect(res.json()).toEqual({ success: true, message: NOTIFICATION_MESSAGES.markedRead });
		expect(await summaryOf(seller)).toMatchObject({ ...NOTHING_UNREAD, chats: 1 });
		expect(await entriesOf(seller)).toMatchObject([
			{ title: expect.stringMatching(/^Messages from Ravi: /), isRead: true },
		]);
		const [side] = await t.db.select().from(participants).where(eq(participants.userId, seller.id));
		expect(side).toMatchObject({ readId: 0, deliveredId: 0, noticedId: side?.lastReceivedId });
		expect(toUser.mock.calls).toEqual([[seller.id, REALTIME_EVENTS.notificationsChanged, {}]]);
		await t.message(room, buyer, 'Still there?');
		expect(await entriesOf(seller)).toMatchObject([
			{
				title: expect.stringMatching(/^New message from Ravi: /),
				message: 'Still there?',
				isRead: false,
			},
		]);
	});

	test('marking another user’s entry, or one that is missing, is refused with 404', async () => {
		const outsider = await t.student();
		const { seller, buyer, entry } = await createChat('Hi');
		await notifyOfReport(seller.id);
		const [notification] = await entriesOf(seller);

		const missing = ['n1', 'n999999999999999', 'm1-1', 'm9999999999-9999999999'];
		for (const id of [notification?.id, entry, ...missing]) {
			const res = await t.as(outsider).put(`/notifications/${id}/read`);
			expect([res.statusCode, res.json()]).toEqual([
				404,
				{ success: false, ...NOTIFICATION_ERRORS.notFound },
			]);
		}
		expect((await t.as(buyer).put(`/notifications/${entry}/read`)).statusCode).toBe(404);
		expect(await summaryOf(seller)).toMatchObject({ notifications: 1 });
		expect((await entriesOf(seller)).map(({ isRead }) => isRead)).toEqual([false, false]);
		expect(toUser).not.toHaveBeenCalled();
	});

	test('marking all notifications as read up to the last entry shown leaves later warnings and messages unread', async () => {
		const { seller, buyer, room } = await createChat('Hi');
		await notifyOfReport(seller.id);
		const [newest] = await entriesOf(seller);
		const other = await t.conversation(await t.item(seller), buyer);
		await t.message(other, buyer, 'And this one?');
		await t.message(room, buyer, 'Still there?');
		await notifyWarning(deps, seller.id, 'No dealers, please.');

		const upTo = encodeURIComponent(newest?.createdAt ?? '');
		const res = await t.as(seller).put(`/notifications/read-all?upTo=${upTo}`);

		expect(res.statusCode).toBe(200);
		const unread = (await entriesOf(seller)).filter(({ isRead }) => !isRead);
		expect(unread.map(({ kind }) => kind)).toEqual(['warning', 'message', 'message']);
		expect(await summaryOf(seller)).toMatchObject({
			chats: 2,
			notifications: 1,
			warning: { message: 'No dealers, please.' },
		});
	});

	test('marking all notifications as read up to a chat’s last message includes the chat’s entry, even if a deal step follows that message', async () => {
		const { seller, buyer, room, entry } = await createChat('Hi');
		await t.message(room, buyer, 'Joined the queue at place 1.', {
			event: { type: 'queue-joined', place: 1 },
			createdAt: new Date(Date.now() + 60_000),
		});
		const [listedEntry] = await entriesOf(seller);

		const upTo = encodeURIComponent(listedEntry?.createdAt ?? '');
		await t.as(seller).put(`/notifications/read-all?upTo=${upTo}`);

		expect(await entriesOf(seller)).toMatchObject([{ id: entry, isRead: true }]);
		const [side] = await t.db.select().from(participants).where(eq(participants.userId, seller.id));
		expect(side).toMatchObject({ noticedId: side?.lastReceivedId });
	});

	test('marking all notifications as read leaves only chats unread, and does not affect other users', async () => {
		const { seller, buyer, room } = await createChat('Hi');
		await t.message(room, seller, 'Yes?');
		await notifyOfReport(seller.id);
		await notifyWarning(deps, seller.id, 'No dealers, please.');

		const res = await t.as(seller).put('/notifications/read-all');

		expect(res.json()).toEqual({ success: true, message: NOTIFICATION_MESSAGES.allMarkedRead });
		expect(await summaryOf(seller)).toMatchObject({ ...NOTHING_UNREAD, chats: 1 });
		expect((await entriesOf(seller)).every(({ isRead }) => isRead)).toBe(true);
		expect(await summaryOf(buyer)).toMatchObject({ chats: 1 });
		expect(await entriesOf(buyer)).toMatchObject([{ isRead: false }]);
		expect(toUser.mock.calls).toEqual([[seller.id, REALTIME_EVENTS.notificationsChanged, {}]]);
	});
});

test('when a message arrives while all notifications are marked as read, that message stays unread', async () => {
	const { seller, buyer, room } = await createChat('Hi');

	const marking = await t.db.transaction(async (tx) => {
		await factories(tx, t.store).message(room, buyer, 'Still there?');
		const request = t.as(seller).put('/notifications/read-all');
		await Promise.race([request, waitForBlockedSession(t.url)]);
		return { request };
	});

	expect((await marking.request).statusCode).toBe(200);
	expect(await entriesOf(seller)).toMatchObject([{ message: 'Still there?', isRead: false }]);
});

test('marking all notifications as read does not deadlock with arriving messages', async () => {
	const { seller, buyer, room } = await createChat('Hi');

	const responses = await Promise.all([
		...Array.from({ length: 5 }, () => t.as(seller).put('/notifications/read-all')),
		...Array.from({ length: 5 }, () => t.message(room, buyer, 'More')),
	]);

	for (const response of responses.slice(0, 5)) expect(response).toMatchObject({ statusCode: 200 });
	await t.as(seller).put('/notifications/read-all');
	expect(await entriesOf(seller)).toMatchObject([{ isRead: true }]);
});
