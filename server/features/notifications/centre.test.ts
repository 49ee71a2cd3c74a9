import { describe, expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { messages, participants } from '#server/db/schema/chats.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { deliverAnnouncement } from '#server/features/notifications/announcements/moderation.ts';
import { openApp } from '#tests/support/app.ts';
import { createChatWithMessages } from '#tests/support/chat-fixtures.ts';
import type { Student } from '#tests/support/factories.ts';
import { announce, notify, notifyWarning } from './commands.ts';

const t = await openApp();
const deps = { db: t.db, addTask: t.queue.addTask };

const notifyOfReport = (
	userId: number,
	fields: { title?: string; message?: string; link?: string } = {},
) =>
	notify(deps, { userId, kind: 'report', title: 'Your report', message: 'We looked.', ...fields });

async function announceToAll(title = 'Fair on Sunday') {
	const words = { title, message: 'On the lawn.', type: 'info', target: 'all' } as const;
	const id = await announce(deps, words);
	const { addTask } = t.queue;
	await deliverAnnouncement({ db: t.db, addTask, realtime: { toAll: () => undefined } }, id);
	return id;
}

const createChat = (...words: string[]) => createChatWithMessages(t, ...words);
const summaryOf = async (who: Student) => (await t.as(who).get('/notices')).json();
const entriesOf = async (who: Student): Promise<NotificationEntry[]> =>
	(await t.as(who).get('/notifications')).json().notifications;
const hideInApp = (who: Student, kind: string) =>
	t.as(who).put('/account/notification-choices', { kind, inApp: false, byMail: true });
const CONFIRMED = { emailConfirmedAt: new Date() };
const EMPTY_SUMMARY = {
	success: true,
	chats: 0,
	notifications: 0,
	warning: null,
	announcement: null,
	addressToConfirm: null,
};

describe('notification summary', () => {
	test('the notification summary contains the unconfirmed email address until it is confirmed', async () => {
		const student = await t.student({ email: 'asha@campus.example' });
		const change = (fields: Partial<typeof users.$inferInsert>) =>
			t.db.update(users).set(fields).where(eq(users.id, student.id));
		const addressToConfirm = async () => (await summaryOf(student)).addressToConfirm;

		expect(await addressToConfirm()).toBe('asha@campus.example');
		await change({ pendingEmail: 'asha@other.example' });
		expect(await addressToConfirm()).toBe('asha@other.example');
		await change(CONFIRMED);
		expect(await addressToConfirm()).toBeNull();
		await change({
			emailConfirmedAt: null,
			pendingEmail: null,
			email: null,
			phone: '+919876543210',
		});
		expect(await addressToConfirm()).toBeNull();
	});

	test('in the notification summary, a chat counts once, however many unread messages it has, and not as a notification', async () => {
		const { seller, buyer } = await createChat('Hi', 'Is it there?');

		for (const fields of [CONFIRMED, { demoAt: new Date() }])
			expect(await summaryOf(await t.student(fields))).toEqual(EMPTY_SUMMARY);
		expect(await summaryOf(seller)).toEqual({
			...EMPTY_SUMMARY,
			chats: 1,
			addressToConfirm: seller.email,
		});
		expect(await summaryOf(buyer)).toEqual({ ...EMPTY_SUMMARY, addressToConfirm: buyer.email });
	});

	test('the notification summary contains the oldest unread warning and the newest unread announcement', async () => {
		const student = await t.student();
		await t.db.transaction(async (tx) => {
			await notifyWarning({ ...deps, db: tx }, student.id, 'No dealers, please.');
			await notifyWarning({ ...deps, db: tx }, student.id, 'Really.');
		});
		await announceToAll('First');
		await announceToAll('Second');

		const summaryBefore = await summaryOf(student);

		expect(summaryBefore).toMatchObject({
			notifications: 4,
			warning: {
				title: NOTIFICATION_MESSAGES.warning,
				message: 'No dealers, please.',
				type: 'warning',
			},
			announcement: { title: 'Second', message: 'On the lawn.', type: 'info' },
		});
		await t.as(student).put(`/notifications/n${summaryBefore.warning.id}/read`);
		await t.as(student).put(`/notifications/n${summaryBefore.announcement.id}/read`);
		expect(await summaryOf(student)).toMatchObject({
			notifications: 2,
			warning: { message: 'Really.' },
			announcement: { title: 'First' },
		});
	});
});

describe('notification centre', () => {
	test('the notification centre lists all kinds of notifications, newest first', async () => {
		const { seller, room, buyer, entry } = await createChat();
		await notifyOfReport(seller.id, { link: '/my-reports' });
		await t.message(room, buyer, 'Hi there');
		await announceToAll();
		await notifyWarning(deps, seller.id, 'No dealers, please.');

		const entries = await entriesOf(seller);

		const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
		const common = { createdAt: time, isRead: false };
		const noticeId = expect.stringMatching(/^n\d+$/);
		expect(entries).toEqual([
			{
				...common,
				id: noticeId,
				kind: 'warning',
				title: 'A warning from the administrators',
				message: 'No dealers, please.',
				link: '/rules',
			},
			{
				...common,
				id: noticeId,
				kind: 'announcement',
				title: 'Fair on Sunday',
				message: 'On the lawn.',
				link: null,
			},
			{
				...common,
				id: entry,
				kind: 'message',
				title: expect.stringMatching(/^New message from Ravi: /),
				message: 'Hi there',
				link: `/chat/${room.itemId}/${room.buyerId}`,
			},
			{
				...common,
				id: noticeId,
				kind: 'report',
				title: 'Your report',
				message: 'We looked.',
				link: '/my-reports',
			},
		]);
	});

	test('each chat has one entry in the notification centre, with the last message and the number of unread messages', async () => {
		const { seller, buyer, room } = await createChat('One', 'Two');
		await t.message(room, seller, 'My own');
		await t.message(room, buyer, 'x'.repeat(141));
		await t.message(room, buyer, 'Withheld', { isHiddenFromRecipient: true });

		expect(await entriesOf(seller)).toMatchObject([
			{
				title: expect.stringMatching(/^3 new messages from Ravi: /),
				message: `${'x'.repeat(139)}…`,
				isRead: false,
			},
		]);
		expect(await entriesOf(buyer)).toMatchObject([
			{
				title: expect.stringMatching(/^New message from Asha: /),
				message: 'My own',
				isRead: false,
			},
		]);
	});

	test('steps of a deal and messages hidden by a block have no entry in the notification centre, although the chat counts the steps as unread', async () => {
		const { seller, buyer, room } = await createChat('One', 'Two');
		const stepOnly = await createChat();
		const event = { type: 'offer-made' } as const;
		for (const { room: chat, buyer: by } of [{ room, buyer }, stepOnly])
			await t.message(chat, by, 'Offered ₹350.', { event });

		expect(await entriesOf(seller)).toMatchObject([
			{
				title: expect.stringMatching(/^2 new messages from Ravi: /),
				message: 'Two',
				isRead: false,
			},
		]);
		expect(await entriesOf(stepOnly.seller)).toEqual([]);
		expect(await summaryOf(stepOnly.seller)).toMatchObject({ chats: 1, notifications: 0 });
		const hidden = await createChat();
		await t.message(hidden.room, hidden.buyer, 'You will answer me', {
			isHiddenFromRecipient: true,
		});
		expect(await entriesOf(hidden.seller)).toEqual([]);
		expect(await summaryOf(hidden.seller)).toMatchObject({ chats: 0, notifications: 0 });
	});

	test('the notification entry of a read chat stays, marked as read, and shows messages of an erased user as a placeholder', async () => {
		const { seller, room } = await createChat('Hi', 'Hello?');
		await t.db
			.update(participants)
			.set({ readId: sql`${participants.lastReceivedId}` })
			.where(eq(participants.itemId, room.itemId));

		expect(await summaryOf(seller)).toEqual({ ...EMPTY_SUMMARY, addressToConfirm: seller.email });
		expect(await entriesOf(seller)).toMatchObject([
			{ title: expect.stringMatching(/^Messages from Ravi: /), message: 'Hello?', isRead: true },
		]);
		await t.db.update(messages).set({ body: null }).where(eq(messages.itemId, room.itemId));
		expect(await entriesOf(seller)).toMatchObject([{ message: CHAT_MESSAGES.erased }]);
	});
});

describe('kinds of notifications hidden in the app', () => {
	test('kinds of notifications that a user has hidden are neither counted nor listed, and warnings remain', async () => {
		const { seller, entry } = await createChat('Hi');
		await notifyOfReport(seller.id);
		const other = await t.student();
		await notifyOfReport(other.id);
		await announceToAll();
		await notifyWarning(deps, seller.id, 'No dealers, please.');
		const kinds = async () => (await entriesOf(seller)).map(({ kind }) => kind);
		expect(await kinds()).toEqual(['warning', 'announcement', 'report', 'message']);

		await hideInApp(seller, 'message');
		expect(await kinds()).toEqual(['warning', 'announcement', 'report']);
		await hideInApp(seller, 'announcement');
		expect(await kinds()).toEqual(['warning', 'report']);
		await hideInApp(seller, 'report');

		expect(await kinds()).toEqual(['warning']);
		expect(await summaryOf(seller)).toMatchObject({
			chats: 1,
			notifications: 1,
			warning: { message: 'No dealers, please.' },
			announcement: null,
		});
		expect((await t.as(seller).put(`/notifications/${entry}/read`)).statusCode).toBe(200);
		expect(await summaryOf(other)).toMatchObject({ notifications: 2 });
	});
});

test('a notification does not exist if its transaction is rolled back or its user erased', async () => {
	const student = await t.student({ emailConfirmedAt: new Date() });
	const rolledBack = t.db.transaction(async (tx) => {
		const { addTask } = t.queue;
		const words = {
			userId: student.id,
			kind: 'report',
			title: 'Your report',
			message: 'We looked.',
		};
		await notify({ db: tx, addTask }, { ...words, kind: 'report' });
		throw new Error('taken back');
	});

	await expect(rolledBack).rejects.toThrow('taken back');
	expect(await summaryOf(student)).toEqual(EMPTY_SUMMARY);
	const tasks = await t.db.execute(
		sql`select 1 from pgboss.job where data ->> 'userId' = ${String(student.id)}`,
	);
	expect(tasks.rows).toEqual([]);
	await t.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, student.id));
	await notifyOfReport(student.id);
	expect(
		await t.db.select().from(notifications).where(eq(notifications.userId, student.id)),
	).toEqual([]);
});
