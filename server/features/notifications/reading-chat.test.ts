import { describe, expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { participants } from '#server/db/schema/chats.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { factories, type Student } from '#tests/support/factories.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { openSockets } from '#tests/support/sockets.ts';
import { mailUnread } from './mails.ts';

const t = await openApp();
const { doAction, readDeal } = openDeals(t);
const { connectToRoom } = await openSockets(t);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A chat with a message of 20 minutes ago to a seller who can get mail. `createdAt` is the time of the chat's entry. */
async function createChat() {
	const seller = await t.student({ userName: 'Meera', emailConfirmedAt: new Date() });
	const buyer = await t.student({ userName: 'Ravi' });
	const item = await t.item(seller, { title: 'Drafter', price: 450 });
	const room = await t.conversation(item, buyer);
	await t.message(room, buyer, 'Hi', { createdAt: minutesAgo(20) });
	const [entry] = await entriesOf(seller);
	const createdAt = entry?.createdAt ?? '';
	const markRead = (upTo = createdAt) =>
		t.as(seller).put(`/notifications/${entry?.id}/read?upTo=${encodeURIComponent(upTo)}`);
	return { seller, buyer, room, createdAt, markRead };
}

const entriesOf = async (who: Student): Promise<NotificationEntry[]> =>
	(await t.as(who).get('/notifications')).json().notifications;

async function sideOf({ id }: Student) {
	const sides = await t.db.select().from(participants).where(eq(participants.userId, id));
	return sides[0];
}

/** Runs the job that mails unread messages. @returns the number of mails to the user so far */
async function countMails({ id }: Student): Promise<number> {
	await mailUnread({ db: t.db, addTask: t.queue.addTask });
	const { rows } = await t.db.execute(sql`
		select from pgboss.job where name = 'notice-mail' and data ->> 'userId' = ${String(id)}`);
	return rows.length;
}

describe('marking a chat entry as read up to the message that the list shows', () => {
	test('when a chat entry is marked as read, a newer message stays unread and is mailed after ten minutes', async () => {
		const { seller, buyer, room, markRead } = await createChat();
		await t.message(room, buyer, 'Still there?', { createdAt: minutesAgo(12) });

		const res = await markRead();

		expect(res.statusCode).toBe(200);
		expect(await entriesOf(seller)).toMatchObject([
			{
				title: expect.stringMatching(/^New message from Ravi: /),
				message: 'Still there?',
				isRead: false,
			},
		]);
		expect(await countMails(seller)).toBe(1);
	});

	test('a message shown in an entry marked as read is not mailed, even if its time is earlier than the previous message’s', async () => {
		const { seller, buyer, room, markRead } = await createChat();
		const id = await t.message(room, buyer, 'Hello?');
		await t.db.execute(sql`
			update messages set created_at = '2026-01-02T10:00:00.123999Z' where id = ${id}`);
		const [entry] = await entriesOf(seller);

		await markRead(entry?.createdAt);

		expect(await entriesOf(seller)).toMatchObject([{ isRead: true }]);
		expect(await sideOf(seller)).toMatchObject({ noticedId: id, readId: 0 });
		expect(await countMails(seller)).toBe(0);
	});

	test('marking a chat entry marks a deal step after the shown message too, so that the next message is mailed after ten minutes', async () => {
		const { seller, buyer, room, markRead } = await createChat();
		await t.message(room, buyer, 'Joined the queue at place 1.', {
			event: { type: 'queue-joined', place: 1 },
		});
		expect(await countMails(seller)).toBe(1);

		await markRead();
		expect(await entriesOf(seller)).toMatchObject([{ isRead: true }]);
		await t.message(room, buyer, 'Still there?', { createdAt: minutesAgo(12) });

		expect(await countMails(seller)).toBe(2);
	});

	test('messages marked as read stay marked when a page with an older list marks the chat entry again', async () => {
		const { seller, buyer, room, createdAt, markRead } = await createChat();
		const last = await t.message(room, buyer, 'Hello?', { createdAt: minutesAgo(12) });
		await t.as(seller).put('/notifications/read-all');

		for (const upTo of [createdAt, '2020-01-01T00:00:00.000Z'])
			expect((await markRead(upTo)).statusCode).toBe(200);

		expect(await sideOf(seller)).toMatchObject({ noticedId: last, mailedId: last });
	});

	test('a message that arrives while a chat entry is being marked as read stays unread', async () => {
		const { seller, buyer, room, markRead } = await createChat();

		const marking = await t.db.transaction(async (tx) => {
			await factories(tx, t.store).message(room, buyer, 'Still there?');
			const request = markRead();
			await Promise.race([request, waitForBlockedSession(t.url)]);
			return { request };
		});

		expect((await marking.request).statusCode).toBe(200);
		expect(await entriesOf(seller)).toMatchObject([
			{ title: expect.stringMatching(/^New message from Ravi: /), isRead: false },
		]);
	});
});

describe('notifications of a deal', () => {
	test('opening the chat reads them, after which the next step is mailed; a step that the reader sees in the open chat makes none', async () => {
		const { seller, buyer, room } = await createChat();
		const { itemId } = room;
		const phone = await connectToRoom(seller, room);
		const step = (action: DealAction, body: object) => doAction(buyer, itemId, buyer, action, body);
		const openChat = async () => {
			const messages = (await t.as(seller).get(`/chat/conversation/${itemId}/${buyer.id}`)).json();
			const messageId = messages.at(-1).id;
			await phone.request(REALTIME_EVENTS.markRead, { roomId: formatRoomId(room), messageId });
		};
		const countUnread = async () => (await t.as(seller).get('/notices')).json().notifications;

		const { offer } = await step('offer', { amount: 300 });
		await step('withdraw-offer', { offerId: offer?.id });
		const { offer: second } = await step('offer', { amount: 310 });
		expect(await countUnread()).toBe(2);
		// One of them is about the unread message.
		expect(await countMails(seller)).toBe(2);
		await openChat();
		expect(await countUnread()).toBe(0);
		await step('withdraw-offer', { offerId: second?.id });
		await openChat();
		const { offer: third } = await step('offer', { amount: 320 });
		expect(await countUnread()).toBe(0);
		const counter = { offerId: third?.id, amount: 400 };
		await doAction(seller, itemId, buyer, 'counter-offer', counter);
		const { offer: asked } = await readDeal(buyer, itemId, buyer);
		await step('accept-offer', { offerId: asked?.id });

		const [entry] = (await entriesOf(seller)).filter(({ kind }) => kind === 'offer');
		expect(entry).toMatchObject({ title: 'Ravi accepts ₹400: Drafter', isRead: false });
		expect(await countMails(seller)).toBe(3);
		expect((await entriesOf(buyer))[0]).toMatchObject({
			title: 'Meera asks ₹400 for your ₹320 offer: Drafter',
			isRead: true,
		});
	});
});
