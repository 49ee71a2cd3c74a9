import { describe, expect, test } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';
import { receivedTexts, sendMessage, type TestConnection } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, connectToRoom, createRoom, storedMessages } = await openChatConnections(t);
const { joinRoom, roomJoined, receiveMessage } = CHAT_EVENTS;

/** Sends a join request without waiting for the answer. */
const requestJoin = (connection: TestConnection, itemId: number) =>
	connection.socket.emit(joinRoom, { itemId, userType: 'buyer' });

describe('chat messages sent right after a join request', () => {
	test('a message sent right after a join request is stored and reaches both users, its sender only after joining the room', async () => {
		const { buyer, seller, room, itemId } = await createRoom();
		const [buying, selling] = [await connect(buyer), await connectToRoom(seller, room)];
		const events: string[] = [];
		buying.socket.onAny((event: string) => void events.push(event));

		requestJoin(buying, itemId);
		const acknowledgement = await sendMessage(buying, room, 'Is it there?');

		const [row] = await storedMessages(room);
		expect(acknowledgement).toEqual({ success: true, id: row?.id });
		expect(await selling.waitFor(receiveMessage)).toMatchObject({ id: row?.id });
		expect(await buying.waitFor(roomJoined)).toMatchObject({ messages: [] });
		expect(receivedTexts(buying)).toEqual(['Is it there?']);
		const ofChat = events.filter((event) => event === roomJoined || event === receiveMessage);
		expect(ofChat).toEqual([roomJoined, receiveMessage]);
	});

	test('messages sent before and after the room is joined keep their order for both users and in the database', async () => {
		const { buyer, seller, room, itemId } = await createRoom();
		const [buying, selling] = [await connect(buyer), await connectToRoom(seller, room)];
		const texts = Array.from({ length: 40 }, (_, count) => `No. ${count}`);

		requestJoin(buying, itemId);
		const sending = texts.slice(0, 20).map((message) => sendMessage(buying, room, message));
		await buying.waitFor(roomJoined);
		sending.push(...texts.slice(20).map((message) => sendMessage(buying, room, message)));
		await Promise.all(sending);

		expect((await storedMessages(room)).map(({ body }) => body)).toEqual(texts);
		for (const connection of [buying, selling]) {
			await connection.waitFor(receiveMessage, texts.length);
			expect(receivedTexts(connection)).toEqual(texts);
		}
	});

	test('when a client switches rooms, a message to the new room is accepted and one to the previous room is refused', async () => {
		const { buyer, room } = await createRoom();
		const next = await createRoom();
		const nextRoom = { ...next.room, buyerId: buyer.id };
		const buying = await connectToRoom(buyer, room);

		requestJoin(buying, next.itemId);
		const [toNewRoom, toPreviousRoom] = await Promise.all([
			sendMessage(buying, nextRoom, 'And this one?'),
			sendMessage(buying, room, 'Hello?'),
		]);

		expect(toNewRoom).toMatchObject({ success: true });
		expect(toPreviousRoom).toEqual({ success: false, ...CHAT_ERRORS.notJoined });
		expect([await storedMessages(nextRoom), await storedMessages(room)]).toMatchObject([
			[{ body: 'And this one?' }],
			[],
		]);
	});

	test('when a join is refused, a message to that room is refused and the previous room stays joined', async () => {
		const { buyer, room } = await createRoom();
		const forbidden = await createRoom();
		const buying = await connectToRoom(buyer, room);

		buying.socket.emit(joinRoom, { itemId: forbidden.itemId, userType: 'buyer', buyerId: 1 });
		const [toForbiddenRoom, toPreviousRoom] = await Promise.all([
			sendMessage(buying, forbidden.room, 'Hello?'),
			sendMessage(buying, room, 'Is it there?'),
		]);

		expect(toForbiddenRoom).toEqual({ success: false, ...CHAT_ERRORS.notJoined });
		expect(toPreviousRoom).toMatchObject({ success: true });
		expect(await storedMessages(forbidden.room)).toEqual([]);
	});
});
