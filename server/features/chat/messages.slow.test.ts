import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { receivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { sql } from '#server/db/drizzle.ts';
import { messages } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';
import { receivedTexts, sendMessage } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, connectToRoom, createRoom, startChat, storedMessages, findParticipant } =
	await openChatConnections(t);
const ERROR = CHAT_EVENTS.errorMessage;
const RECEIVED = CHAT_EVENTS.receiveMessage;

describe('sending chat messages', () => {
	test('a message reaches both sides with the id of the stored message', async () => {
		const { buyer, seller, room } = await createRoom();
		const [buying, selling] = [await connectToRoom(buyer, room), await connectToRoom(seller, room)];
		const clientId = randomUUID();

		const acknowledgement = await sendMessage(buying, room, '  Is it there? 🎒\n', { clientId });

		const receivedBySender = await buying.waitFor(RECEIVED);
		const receivedByOther = await selling.waitFor(RECEIVED);
		const [row] = await storedMessages(room);
		expect(acknowledgement).toEqual({ success: true, id: row?.id });
		expect(receivedBySender).toEqual(receivedByOther);
		expect(z.parse(receivedMessage, receivedByOther)).toEqual({
			id: row?.id,
			roomId: formatRoomId(room),
			message: 'Is it there? 🎒',
			userId: buyer.id,
			senderId: buyer.id,
			timestamp: row?.createdAt.toISOString(),
			createdAt: row?.createdAt.toISOString(),
			clientId,
			photos: [],
		});
	});

	test('a message sent without joining its chat is delivered, and the sender stays joined to another chat', async () => {
		const { buyer, room, selling } = await startChat();
		const other = await createRoom();
		const connection = await connectToRoom(buyer, { ...other.room, buyerId: buyer.id });

		const acknowledgement = await sendMessage(connection, room, 'I take it, 5 pm', {
			withoutJoining: true,
		});

		const row = (await storedMessages(room)).at(-1);
		expect(acknowledgement).toEqual({ success: true, id: row?.id });
		expect(await selling.waitFor(RECEIVED, 2)).toMatchObject({ message: 'I take it, 5 pm' });
		await connection.waitFor(REALTIME_EVENTS.chatChanged);
		const answer = await sendMessage(connection, { ...other.room, buyerId: buyer.id }, 'Hi');
		expect(answer).toMatchObject({ success: true });
	});

	test('when a buyer starts a chat without joining, the seller sees the buyer online', async () => {
		const { buyer, seller, room } = await createRoom();
		const selling = await connectToRoom(seller, room);
		const connection = await connect(buyer);

		await sendMessage(connection, room, 'Is it there?', { withoutJoining: true });

		const online = { userId: buyer.id, isHere: true };
		expect(await selling.waitFor(REALTIME_EVENTS.presence)).toEqual(online);
	});

	test('a message gets its sender from the connection and its time from the server, not from the request', async () => {
		const { buyer, seller, room, buying, selling } = await startChat();

		await sendMessage(buying, room, 'Still there?', {
			senderId: seller.id,
			userId: seller.id,
			timestamp: '1999-01-01T00:00:00Z',
		});

		expect(await selling.waitFor(RECEIVED, 2)).toMatchObject({
			userId: buyer.id,
			senderId: buyer.id,
			timestamp: expect.stringMatching(/^20\d\d-/),
			createdAt: expect.stringMatching(/^20\d\d-/),
		});
	});

	test('a message becomes the newest message of both sides, but counts as received only for the receiver', async () => {
		const { buyer, seller, room, buying, selling } = await startChat();
		const acknowledgement = await sendMessage(selling, room, 'It is.');

		const id = acknowledgement.success && 'id' in acknowledgement ? acknowledgement.id : 0;
		const firstMessageId = (await storedMessages(room))[0]?.id;
		expect(await findParticipant(room, buyer.id)).toMatchObject({
			lastMessageId: id,
			lastReceivedId: id,
			readId: 0,
		});
		expect(await findParticipant(room, seller.id)).toMatchObject({
			lastMessageId: id,
			lastReceivedId: firstMessageId,
		});
		expect(buying.received(ERROR)).toEqual([]);
	});

	test('a message updates the chat list on all devices of both sides, and the unread badge of the receiver', async () => {
		const { buyer, seller, room } = await createRoom();
		const buying = await connectToRoom(buyer, room);
		const [phone, laptop] = [await connect(buyer), await connect(seller)];

		const acknowledgement = await sendMessage(buying, room, 'Is it there?');

		const expectedUpdate = {
			roomId: formatRoomId(room),
			messageId: 'id' in acknowledgement ? acknowledgement.id : 0,
		};
		expect(await laptop.waitFor(REALTIME_EVENTS.chatChanged)).toEqual(expectedUpdate);
		expect(await laptop.waitFor(REALTIME_EVENTS.notificationsChanged)).toEqual({});
		expect(await phone.waitFor(REALTIME_EVENTS.chatChanged)).toEqual(expectedUpdate);
		await phone.waitForPending();
		expect(phone.received(REALTIME_EVENTS.notificationsChanged)).toEqual([]);
		expect([...phone.received(RECEIVED), ...laptop.received(RECEIVED)]).toEqual([]);
	});

	test('both sides can still send messages after the item is sold', async () => {
		const { seller, room, buying, selling } = await startChat();
		await t.as(seller).patch(`/item/mark-as-sold/${room.itemId}`);

		const acknowledgements = [
			await sendMessage(buying, room, 'Oh.'),
			await sendMessage(selling, room, 'Sorry.'),
		];

		expect(acknowledgements.map(({ success }) => success)).toEqual([true, true]);
	});
});

describe('order of chat messages', () => {
	test('when both sides write at the same time, both sides and the database have the messages in the same order', async () => {
		const { room, buying, selling } = await startChat();

		const sending = Array.from({ length: 60 }, (_, count) =>
			sendMessage(count % 3 === 0 ? selling : buying, room, `No. ${count}`),
		);
		const acknowledgements = await Promise.all(sending);

		await buying.waitFor(RECEIVED, 61);
		await selling.waitFor(RECEIVED, 61);
		expect(acknowledgements.every(({ success }) => success)).toBe(true);
		expect(receivedTexts(buying)).toEqual(receivedTexts(selling));
		expect(receivedTexts(buying)).toEqual((await storedMessages(room)).map(({ body }) => body));
	});
});

describe('resent chat messages', () => {
	test('a resent message is stored once, and is sent again only to its sender', async () => {
		const { room, buying, selling } = await startChat();
		const clientId = randomUUID();

		const first = await sendMessage(buying, room, 'Once', { clientId });
		const secondAcknowledgement = await sendMessage(buying, room, 'Once, but changed', {
			clientId,
		});
		await sendMessage(buying, room, 'After');

		await selling.waitFor(RECEIVED, 3);
		expect(secondAcknowledgement).toEqual(first);
		expect(receivedTexts(selling)).toEqual(['Is it there?', 'Once', 'After']);
		expect(receivedTexts(buying)).toEqual(['Is it there?', 'Once', 'Once', 'After']);
		expect(await storedMessages(room)).toHaveLength(3);
	});

	test('copies of a message that arrive at the same time are stored once, get the same acknowledgement and are delivered once', async () => {
		const { room, buying, selling } = await startChat();
		const clientId = randomUUID();

		const acknowledgements = await Promise.all(
			Array.from({ length: 10 }, () => sendMessage(buying, room, 'Once', { clientId })),
		);
		await sendMessage(buying, room, 'After');

		await selling.waitFor(RECEIVED, 3);
		expect(
			new Set(acknowledgements.map((acknowledgement) => JSON.stringify(acknowledgement))).size,
		).toBe(1);
		expect(receivedTexts(selling)).toEqual(['Is it there?', 'Once', 'After']);
		const stored = await storedMessages(room);
		expect(stored.map(({ body }) => body)).toEqual(['Is it there?', 'Once', 'After']);
		expect(acknowledgements[0]).toEqual({ success: true, id: stored[1]?.id });
	});

	test('when the instance that stored a message was killed before delivery, resending delivers the message once', async () => {
		const { buyer, room, buying, selling } = await startChat();
		const lost = { ...room, senderId: buyer.id, body: 'Once', clientId: randomUUID() };
		await t.db.insert(messages).values(lost);

		for (let count = 1; count <= 2; count++) {
			await sendMessage(buying, room, lost.body, { clientId: lost.clientId });
		}
		await sendMessage(buying, room, 'After');

		await selling.waitFor(RECEIVED, 3);
		expect(receivedTexts(selling)).toEqual(['Is it there?', 'Once', 'After']);
		expect(await storedMessages(room)).toHaveLength(3);
	});

	test('a stored message that could not be delivered is acknowledged, and is delivered when it is sent again', async () => {
		const { room, buying, selling } = await startChat();
		const clientId = randomUUID();
		const broken = vi.spyOn(t.app.realtime.io, 'in').mockImplementationOnce(() => {
			throw new Error('a listener failed');
		});
		onTestFinished(() => broken.mockRestore());

		const first = await sendMessage(buying, room, 'Once', { clientId });
		const again = await sendMessage(buying, room, 'Once', { clientId });
		await sendMessage(buying, room, 'After');

		expect(first).toMatchObject({ success: true });
		expect(again).toEqual(first);
		await selling.waitFor(RECEIVED, 3);
		expect(receivedTexts(selling)).toEqual(['Is it there?', 'Once', 'After']);
		expect(t.failures.splice(0)).toMatchObject([
			{ msg: 'a stored message could not be delivered' },
		]);
	});

	test('a resent message is acknowledged even when the item was banned meanwhile', async () => {
		const { room, buying } = await startChat();
		const clientId = randomUUID();
		const first = await sendMessage(buying, room, 'Once', { clientId });
		await t.db.update(items).set({ bannedAt: new Date() }).where(sql`id = ${room.itemId}`);

		expect(await sendMessage(buying, room, 'Once', { clientId })).toEqual(first);
		expect(await sendMessage(buying, room, 'Twice', { clientId: randomUUID() })).toEqual({
			success: false,
			...CHAT_ERRORS.closed,
		});
	});

	test('a message of the other side with the same client id is a different message', async () => {
		const { room, buying, selling } = await startChat();
		const clientId = randomUUID();

		const mine = await sendMessage(buying, room, 'Mine', { clientId });
		const theirs = await sendMessage(selling, room, 'Theirs', { clientId });

		expect(theirs).toMatchObject({ success: true });
		expect(theirs).not.toEqual(mine);
	});
});

test('two buyers of one item never see each other’s messages', async () => {
	const { room, seller, buying, selling } = await startChat();
	const rival = await t.student({ userName: 'Meera' });
	const rivalRoom = { ...room, buyerId: rival.id };
	const rivalling = await connectToRoom(rival, rivalRoom);

	await sendMessage(rivalling, rivalRoom, 'I give more.');
	await sendMessage(selling, room, 'It is yours.');

	await buying.waitFor(RECEIVED, 2);
	await rivalling.waitForPending();
	expect(receivedTexts(buying)).toEqual(['Is it there?', 'It is yours.']);
	expect(receivedTexts(rivalling)).toEqual(['I give more.']);
	expect(receivedTexts(selling)).toEqual(['Is it there?', 'It is yours.']);
	const sellingToRival = await connectToRoom(seller, rivalRoom);
	expect(sellingToRival.received(CHAT_EVENTS.roomJoined)).toMatchObject([
		{ messages: [{ message: 'I give more.' }] },
	]);
});
