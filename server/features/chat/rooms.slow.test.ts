import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { type JoinedRoom, joinedRoom } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { conversations, participants } from '#server/db/schema/chats.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';
import { joinRoomAs, sendMessage, type TestConnection } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, connectToRoom, createRoom, updateItemOrSeller } = await openChatConnections(t);
const { joinRoom, roomJoined, roomSwitched, autoConnected, errorMessage } = CHAT_EVENTS;

const joinedRoomOf = (connection: TestConnection) => connection.received<JoinedRoom>(roomJoined)[0];

describe('joining a chat room', () => {
	test('a buyer who joins a new chat gets an empty room, and no conversation is stored', async () => {
		const { buyer, room, itemId } = await createRoom();
		const connection = await connect(buyer);

		await connection.request(joinRoom, {
			itemId: String(itemId),
			userType: 'buyer',
			buyerId: null,
		});

		const empty = { messages: [], readId: 0, deliveredId: 0, isHere: false };
		expect(connection.received(roomJoined)).toEqual([{ roomId: formatRoomId(room), ...empty }]);
		const stored = await t.db.select().from(conversations).where(sql`item_id = ${itemId}`);
		expect(stored).toEqual([]);
	});

	test('the server decides from the item who is the seller and ignores the role in the request', async () => {
		const { buyer, seller, room, itemId } = await createRoom();
		const [buying, selling] = [await connect(buyer), await connect(seller)];

		await buying.request(joinRoom, { itemId, userType: 'seller', buyerId: buyer.id });
		await selling.request(joinRoom, { itemId, userType: 'buyer', buyerId: String(buyer.id) });

		for (const connection of [buying, selling])
			expect(joinedRoomOf(connection)?.roomId).toBe(formatRoomId(room));
	});

	test('the server answers a join with the newest 200 messages, oldest first', async () => {
		const { buyer, seller, room } = await createRoom();
		await t.conversation({ id: room.itemId }, buyer);
		for (let count = 1; count <= 203; count++) {
			await t.message(room, count % 2 ? buyer : seller, `No. ${count}`);
		}

		const { messages, ...rest } = await joinRoomAs(await connect(buyer), buyer, room);

		expect(messages).toHaveLength(200);
		expect(messages[0]?.message).toBe('No. 4');
		expect(messages.at(-1)?.message).toBe('No. 203');
		expect(z.parse(joinedRoom, { messages, ...rest })).toEqual({ messages, ...rest });
	});

	test('the answer to a join has the last message ids that the other user has read and received, and that user’s presence', async () => {
		const { buyer, seller, room } = await createRoom();
		await t.conversation({ id: room.itemId }, buyer);
		const id = await t.message(room, buyer, 'Is it there?');
		await t.db
			.update(participants)
			.set({ readId: id - 1, deliveredId: id })
			.where(sql`user_id = ${seller.id}`);
		await connect(seller);

		expect(await joinRoomAs(await connect(buyer), buyer, room)).toMatchObject({
			readId: id - 1,
			deliveredId: id,
			isHere: true,
		});
	});

	test('a message hidden by a block is in the sender’s history, but not in the recipient’s', async () => {
		const { buyer, seller, room } = await createRoom();
		await t.conversation({ id: room.itemId }, buyer);
		await t.message(room, buyer, 'Seen');
		await t.message(room, buyer, 'Withheld', { isHiddenFromRecipient: true });

		const [buying, selling] = [await connectToRoom(buyer, room), await connectToRoom(seller, room)];

		expect(joinedRoomOf(buying)?.messages).toHaveLength(2);
		expect(joinedRoomOf(selling)?.messages).toHaveLength(1);
	});

	test('a client that joins another room leaves the first room', async () => {
		const first = await createRoom();
		const { buyer } = first;
		const second = { itemId: (await t.item(first.seller)).id, buyerId: buyer.id };
		const connection = await connectToRoom(buyer, first.room);

		await joinRoomAs(connection, buyer, second);
		const laptop = await connectToRoom(buyer, first.room);
		await sendMessage(laptop, first.room, 'Not here');

		await connection.waitForPending();
		expect(connection.received(roomSwitched)).toMatchObject([{ roomId: formatRoomId(second) }]);
		expect(connection.received(roomJoined)).toHaveLength(1);
		expect(connection.received(CHAT_EVENTS.receiveMessage)).toEqual([]);
	});

	test('no message sent while a client joins is lost', async () => {
		const { buyer, seller, room } = await createRoom();
		const buying = await connectToRoom(buyer, room);
		await sendMessage(buying, room, 'No. 0');
		const selling = await connect(seller);

		const texts = Array.from({ length: 40 }, (_, count) => `No. ${count + 1}`);
		const sending = texts.map((message) => sendMessage(buying, room, message));
		await joinRoomAs(selling, seller, room);
		await Promise.all(sending);

		await selling.waitForPending();
		const receivedMessages = [
			...(joinedRoomOf(selling)?.messages ?? []),
			...selling.received<{ id: number; message: string }>(CHAT_EVENTS.receiveMessage),
		];
		const textsById = new Map(receivedMessages.map(({ id, message }) => [id, message]));
		expect([...textsById.values()].sort()).toEqual(['No. 0', ...texts].sort());
	});
});

describe('joining as a seller without naming a buyer', () => {
	const joinAsSeller = (itemId: number) => ({ itemId, userType: 'seller' });

	test('a seller who names no buyer joins the chat with the only buyer, and receives that buyer’s id first', async () => {
		const { buyer, seller, room, itemId } = await createRoom();
		await sendMessage(await connectToRoom(buyer, room), room, 'Is it there?');
		const connection = await connect(seller);
		const order: string[] = [];
		connection.socket.onAny((event) => void order.push(event));

		await connection.request(joinRoom, joinAsSeller(itemId));

		expect(connection.received(autoConnected)).toEqual([{ buyerId: buyer.id }]);
		expect(joinedRoomOf(connection)).toMatchObject({
			roomId: formatRoomId(room),
			messages: [{ message: 'Is it there?' }],
		});
		expect(order.slice(0, 2)).toEqual([autoConnected, roomJoined]);
	});

	test('a seller who names no buyer is asked to choose one when no buyer or several buyers have written', async () => {
		const { buyer, seller, room, itemId } = await createRoom();
		const connection = await connect(seller);

		const none = await connection.request(joinRoom, joinAsSeller(itemId));
		await sendMessage(await connectToRoom(buyer, room), room, 'Is it there?');
		const rival = await t.student();
		const rivalRoom = { itemId, buyerId: rival.id };
		await sendMessage(await connectToRoom(rival, rivalRoom), rivalRoom, 'And for me?');
		const several = await connection.request(joinRoom, joinAsSeller(itemId));

		const refused = { success: false, ...CHAT_ERRORS.chooseBuyer };
		expect([none, several]).toEqual([refused, refused]);
		expect(connection.received(errorMessage)).toEqual([refused.message, refused.message]);
		expect(connection.received(autoConnected)).toEqual([]);
	});
});

describe('refused joins of a chat room', () => {
	async function rejectionOf(who: { token: string }, sent: unknown): Promise<unknown> {
		const connection = await connect(who);
		const acknowledgement = await connection.request(joinRoom, sent);
		await connection.waitForPending();
		expect(acknowledgement.success).toBe(false);
		expect(connection.received(roomJoined)).toEqual([]);
		return connection.received(errorMessage)[0];
	}

	test.each([
		['no payload', undefined],
		['no item', { userType: 'buyer' }],
		['no user type', { itemId: 5 }],
		['an unknown user type', { itemId: 5, userType: 'owner' }],
		['a word as item id', { itemId: 'five', userType: 'buyer' }],
		['an item id beyond the integer range', { itemId: 2_147_483_648, userType: 'buyer' }],
		['bytes as payload', Buffer.from('5')],
		['a query operator as item id', { itemId: { $gt: 0 }, userType: 'buyer' }],
	])(
		'a request to join a chat room with %s is refused because of missing parameters',
		async (_, sent) => {
			expect(await rejectionOf(await t.student(), sent)).toBe('Missing required parameters');
		},
	);

	test('a join to a chat about an unknown item is refused', async () => {
		const sent = { itemId: 2_147_483_647, userType: 'buyer' };

		expect(await rejectionOf(await t.student(), sent)).toBe(ITEM_ERRORS.notFound.message);
	});

	test('a join to another buyer’s room is refused, whichever role the request names', async () => {
		const { itemId, buyer } = await createRoom();
		const sent = { itemId, userType: 'buyer', buyerId: buyer.id };

		expect(await rejectionOf(await t.student(), sent)).toBe(CHAT_ERRORS.notYours.message);
		expect(await rejectionOf(await t.student(), { ...sent, userType: 'seller' })).toBe(
			CHAT_ERRORS.notYours.message,
		);
	});

	test('a seller’s join to a room with themselves or with an unknown user is refused', async () => {
		const { itemId, seller } = await createRoom();
		const sent = (buyerId: number) => ({ itemId, userType: 'seller', buyerId });

		expect(await rejectionOf(seller, sent(seller.id))).toBe(CHAT_ERRORS.chooseBuyer.message);
		expect(await rejectionOf(seller, sent(2_147_483_647))).toBe(AUTH_ERRORS.userNotFound.message);
	});

	test.each([
		['the item is banned', 'item', { bannedAt: new Date() }],
		['the item is deleted', 'item', { deletedAt: new Date() }],
		['the seller is banned', 'seller', { bannedAt: new Date() }],
		['the seller is deleted', 'seller', { deletedAt: new Date() }],
	] as const)('a buyer’s join is refused when %s', async (_, what, change) => {
		const all = await createRoom();
		const { buyer, itemId } = all;
		await updateItemOrSeller(all, what, change);

		expect(await rejectionOf(buyer, { itemId, userType: 'buyer' })).toBe(
			CHAT_ERRORS.closed.message,
		);
	});

	test('a seller’s join is refused when the buyer is banned', async () => {
		const { buyer, seller, itemId } = await createRoom();
		await t.db.update(users).set({ bannedAt: new Date() }).where(sql`id = ${buyer.id}`);
		const sent = { itemId, userType: 'seller', buyerId: buyer.id };

		expect(await rejectionOf(seller, sent)).toBe(CHAT_ERRORS.closed.message);
	});

	test('when a connected user is banned, a join is refused and the server closes the connection', async () => {
		const { buyer, itemId } = await createRoom();
		const connection = await connect(buyer);
		await t.db.update(users).set({ bannedAt: new Date() }).where(sql`id = ${buyer.id}`);

		const acknowledgement = await connection.request(joinRoom, { itemId, userType: 'buyer' });

		expect(acknowledgement).toEqual({ success: false, ...CHAT_ERRORS.signedOut });
		expect(await connection.disconnected).toBe('io server disconnect');
	});

	test('after a refused join the socket is still in its previous room', async () => {
		const { buyer, room } = await createRoom();
		const connection = await connectToRoom(buyer, room);

		await connection.request(joinRoom, { itemId: 2_147_483_647, userType: 'buyer' });

		expect(await sendMessage(connection, room, 'Still here')).toMatchObject({ success: true });
	});
});
