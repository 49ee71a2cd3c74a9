import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { receivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { messages } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { say, wordsOf } from '#tests/support/sockets.ts';
import { openTalk } from '#tests/support/talk.ts';

const t = await openApp();
const { connect, enter, parties, talking, stored, standing } = await openTalk(t);
const ERROR = CHAT_EVENTS.errorMessage;
const RECEIVED = CHAT_EVENTS.receiveMessage;

describe('a message', () => {
	test('reaches both sides with the same id, after it is stored', async () => {
		const { buyer, seller, room } = await parties();
		const [buying, selling] = [await enter(buyer, room), await enter(seller, room)];
		const clientId = randomUUID();

		const answer = await say(buying, room, '  Is it there? 🎒\n', { clientId });

		const here = await buying.hears(RECEIVED);
		const there = await selling.hears(RECEIVED);
		const [row] = await stored(room);
		expect(answer).toEqual({ success: true, id: row?.id });
		expect(here).toEqual(there);
		expect(z.parse(receivedMessage, there)).toEqual({
			id: row?.id,
			roomId: formatRoomId(room),
			message: 'Is it there? 🎒',
			userId: buyer.id,
			senderId: buyer.id,
			timestamp: row?.createdAt.toISOString(),
			createdAt: row?.createdAt.toISOString(),
			clientId,
		});
	});

	test('gets its sender from the connection and its time from the server, whatever the request says', async () => {
		const { buyer, seller, room, buying, selling } = await talking();

		await say(buying, room, 'Still there?', {
			senderId: seller.id,
			userId: seller.id,
			timestamp: '1999-01-01T00:00:00Z',
		});

		expect(await selling.hears(RECEIVED, 2)).toMatchObject({
			userId: buyer.id,
			senderId: buyer.id,
			createdAt: expect.stringMatching(/^20(?!1999)/),
		});
	});

	test('is the newest message of both sides, and received only by its receiver', async () => {
		const { buyer, seller, room, buying, selling } = await talking();
		const answer = await say(selling, room, 'It is.');

		const id = answer.success && 'id' in answer ? answer.id : 0;
		const first = (await stored(room))[0]?.id;
		expect(await standing(room, buyer.id)).toMatchObject({
			lastMessageId: id,
			lastReceivedId: id,
			readId: 0,
		});
		expect(await standing(room, seller.id)).toMatchObject({
			lastMessageId: id,
			lastReceivedId: first,
		});
		expect(buying.heard(ERROR)).toEqual([]);
	});

	test('updates the chat list on all devices of both sides, and the badge of the receiver', async () => {
		const { buyer, seller, room } = await parties();
		const buying = await enter(buyer, room);
		const [phone, laptop] = [await connect(buyer), await connect(seller)];

		const answer = await say(buying, room, 'Is it there?');

		const news = { roomId: formatRoomId(room), messageId: 'id' in answer ? answer.id : 0 };
		expect(await laptop.hears(REALTIME_EVENTS.chatChanged)).toEqual(news);
		expect(await laptop.hears(REALTIME_EVENTS.notificationsChanged)).toEqual({});
		expect(await phone.hears(REALTIME_EVENTS.chatChanged)).toEqual(news);
		await phone.caughtUp();
		expect(phone.heard(REALTIME_EVENTS.notificationsChanged)).toEqual([]);
		expect([...phone.heard(RECEIVED), ...laptop.heard(RECEIVED)]).toEqual([]);
	});

	test('is stored when its client asks for no acknowledgement', async () => {
		const { room, buying, selling } = await talking();

		buying.socket.emit(CHAT_EVENTS.sendMessage, {
			roomId: formatRoomId(room),
			message: 'And now?',
		});

		await selling.hears(RECEIVED, 2);
		expect(wordsOf(selling)).toEqual(['Is it there?', 'And now?']);
	});

	test('may have 2,000 characters, and spaces in its room id', async () => {
		const { room, buying, selling } = await talking();
		const message = '🎒'.repeat(2000);
		const roomId = `${room.itemId} - ${room.buyerId}`;

		const answer = await buying.ask(CHAT_EVENTS.sendMessage, { roomId, message });

		expect(answer.success).toBe(true);
		expect(await selling.hears(RECEIVED, 2)).toMatchObject({ message });
	});

	test('can still be sent by both sides after the item is sold', async () => {
		const { seller, room, buying, selling } = await talking();
		await t.as(seller).patch(`/item/mark-as-sold/${room.itemId}`);

		const answers = [await say(buying, room, 'Oh.'), await say(selling, room, 'Sorry.')];

		expect(answers.map(({ success }) => success)).toEqual([true, true]);
	});
});

describe('the order of messages', () => {
	test('is the same for both sides and in the database when both write at the same time', async () => {
		const { room, buying, selling } = await talking();

		const sending = Array.from({ length: 60 }, (_, count) =>
			say(count % 3 === 0 ? selling : buying, room, `No. ${count}`),
		);
		const answers = await Promise.all(sending);

		await buying.hears(RECEIVED, 61);
		await selling.hears(RECEIVED, 61);
		expect(answers.every(({ success }) => success)).toBe(true);
		expect(wordsOf(buying)).toEqual(wordsOf(selling));
		expect(wordsOf(buying)).toEqual((await stored(room)).map(({ body }) => body));
	});

	test('from one side is the order in which that side sent them', async () => {
		const { room, buying, selling } = await talking();
		const words = Array.from({ length: 80 }, (_, count) => `No. ${count}`);

		await Promise.all(words.map((message) => say(buying, room, message)));

		await selling.hears(RECEIVED, 81);
		expect(wordsOf(selling).slice(1)).toEqual(words);
	});
});

describe('a resent message', () => {
	test('is stored once, and sent again only to its sender', async () => {
		const { room, buying, selling } = await talking();
		const clientId = randomUUID();

		const first = await say(buying, room, 'Once', { clientId });
		const again = await say(buying, room, 'Once, but changed', { clientId });
		await say(buying, room, 'After');

		await selling.hears(RECEIVED, 3);
		expect(again).toEqual(first);
		expect(wordsOf(selling)).toEqual(['Is it there?', 'Once', 'After']);
		expect(wordsOf(buying)).toEqual(['Is it there?', 'Once', 'Once', 'After']);
		expect(await stored(room)).toHaveLength(3);
	});

	test('is stored once when all copies arrive at the same time', async () => {
		const { room, buying, selling } = await talking();
		const clientId = randomUUID();

		const answers = await Promise.all(
			Array.from({ length: 10 }, () => say(buying, room, 'Once', { clientId })),
		);
		await say(buying, room, 'After');

		await selling.hears(RECEIVED, 3);
		expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
		expect(wordsOf(selling)).toEqual(['Is it there?', 'Once', 'After']);
	});

	test('is delivered to the other side when the instance that stored it was killed before delivering it', async () => {
		const { buyer, room, buying, selling } = await talking();
		const lost = { ...room, senderId: buyer.id, body: 'Once', clientId: randomUUID() };
		await t.db.insert(messages).values(lost);

		for (let count = 1; count <= 2; count++) {
			await say(buying, room, lost.body, { clientId: lost.clientId });
		}
		await say(buying, room, 'After');

		await selling.hears(RECEIVED, 3);
		expect(wordsOf(selling)).toEqual(['Is it there?', 'Once', 'After']);
		expect(await stored(room)).toHaveLength(3);
	});

	test('is acknowledged even when the item has been banned since', async () => {
		const { room, buying } = await talking();
		const clientId = randomUUID();
		const first = await say(buying, room, 'Once', { clientId });
		await t.db.update(items).set({ bannedAt: new Date() }).where(sql`id = ${room.itemId}`);

		expect(await say(buying, room, 'Once', { clientId })).toEqual(first);
		expect(await say(buying, room, 'Twice', { clientId: randomUUID() })).toEqual({
			success: false,
			message: CHAT_MESSAGES.closed,
		});
	});

	test('from the other side with the same client id is another message', async () => {
		const { room, buying, selling } = await talking();
		const clientId = randomUUID();

		const mine = await say(buying, room, 'Mine', { clientId });
		const theirs = await say(selling, room, 'Theirs', { clientId });

		expect(theirs).toMatchObject({ success: true });
		expect(theirs).not.toEqual(mine);
	});
});

test('two buyers of one item never see each other’s messages', async () => {
	const { room, seller, buying, selling } = await talking();
	const rival = await t.student({ userName: 'Meera' });
	const rivalRoom = { ...room, buyerId: rival.id };
	const rivalling = await enter(rival, rivalRoom);

	await say(rivalling, rivalRoom, 'I give more.');
	await say(selling, room, 'It is yours.');

	await buying.hears(RECEIVED, 2);
	await rivalling.caughtUp();
	expect(wordsOf(buying)).toEqual(['Is it there?', 'It is yours.']);
	expect(wordsOf(rivalling)).toEqual(['I give more.']);
	expect(wordsOf(selling)).toEqual(['Is it there?', 'It is yours.']);
	const both = await enter(seller, rivalRoom);
	expect(both.heard(CHAT_EVENTS.roomJoined)).toMatchObject([
		{ messages: [{ message: 'I give more.' }] },
	]);
});
