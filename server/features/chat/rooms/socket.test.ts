import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { type JoinedRoom, joinedRoom } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { blocks, conversations, participants } from '#server/db/schema/chats.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { join, type Line, say } from '#tests/support/sockets.ts';
import { openTalk } from '#tests/support/talk.ts';

const t = await openApp();
const { connect, enter, parties, talking, alter } = await openTalk(t);
const { joinRoom, roomJoined, roomSwitched, autoConnected, errorMessage } = CHAT_EVENTS;

const joinedBy = (line: Line) => line.heard<JoinedRoom>(roomJoined)[0];

describe('joining a room:', () => {
	test('a buyer who joins gets the room, and no conversation is created', async () => {
		const { buyer, room, itemId } = await parties();
		const line = await connect(buyer);

		await line.ask(joinRoom, { itemId: String(itemId), userType: 'buyer', buyerId: null });

		const empty = { messages: [], readId: 0, deliveredId: 0, isHere: false };
		expect(line.heard(roomJoined)).toEqual([{ roomId: formatRoomId(room), ...empty }]);
		const made = await t.db.select().from(conversations).where(sql`item_id = ${itemId}`);
		expect(made).toEqual([]);
	});

	test('a client that asks for no acknowledgement joins too', async () => {
		const { buyer, room, itemId } = await parties();
		const line = await connect(buyer);

		line.socket.emit(joinRoom, { itemId, userType: 'buyer' });

		expect(await line.hears(roomJoined)).toMatchObject({ roomId: formatRoomId(room) });
	});

	test('the server decides from the item who is the seller and ignores the role in the request', async () => {
		const { buyer, seller, room, itemId } = await parties();
		const [buying, selling] = [await connect(buyer), await connect(seller)];

		await buying.ask(joinRoom, { itemId, userType: 'seller', buyerId: buyer.id });
		await selling.ask(joinRoom, { itemId, userType: 'buyer', buyerId: String(buyer.id) });

		for (const line of [buying, selling]) expect(joinedBy(line)?.roomId).toBe(formatRoomId(room));
	});

	test('the answer has the newest 200 messages, oldest first, in the format of the contract', async () => {
		const { buyer, seller, room } = await parties();
		await t.conversation({ id: room.itemId }, buyer);
		for (let count = 1; count <= 203; count++) {
			await t.message(room, count % 2 ? buyer : seller, `No. ${count}`);
		}

		const { messages, ...rest } = await join(await connect(buyer), buyer, room);

		expect(messages).toHaveLength(200);
		expect(messages[0]?.message).toBe('No. 4');
		expect(messages.at(-1)?.message).toBe('No. 203');
		expect(z.parse(joinedRoom, { messages, ...rest })).toEqual({ messages, ...rest });
	});

	test('the answer shows what the other side has read and received, and whether they are online', async () => {
		const { buyer, seller, room } = await parties();
		await t.conversation({ id: room.itemId }, buyer);
		const id = await t.message(room, buyer, 'Is it there?');
		await t.db
			.update(participants)
			.set({ readId: id - 1, deliveredId: id })
			.where(sql`user_id = ${seller.id}`);
		await connect(seller);

		expect(await join(await connect(buyer), buyer, room)).toMatchObject({
			readId: id - 1,
			deliveredId: id,
			isHere: true,
		});
	});

	test('a withheld message is in the history of its sender, and not in that of the other side', async () => {
		const { buyer, seller, room } = await parties();
		await t.conversation({ id: room.itemId }, buyer);
		await t.message(room, buyer, 'Seen');
		await t.message(room, buyer, 'Withheld', { isWithheld: true });

		const [own, other] = [await enter(buyer, room), await enter(seller, room)];

		expect(joinedBy(own)?.messages).toHaveLength(2);
		expect(joinedBy(other)?.messages).toHaveLength(1);
	});

	test('messages of an erased account are shown as deleted', async () => {
		const { buyer, seller, room } = await parties();
		await t.conversation({ id: room.itemId }, buyer);
		const id = await t.message(room, buyer, 'Gone');
		await t.db.execute(sql`update messages set body = null where id = ${id}`);

		const line = await enter(seller, room);

		expect(joinedBy(line)?.messages[0]?.message).toBe(CHAT_MESSAGES.erased);
	});

	test('a client that joins another room leaves the first one', async () => {
		const first = await parties();
		const { buyer } = first;
		const second = { itemId: (await t.item(first.seller)).id, buyerId: buyer.id };
		const line = await enter(buyer, first.room);

		await join(line, buyer, second);
		const laptop = await enter(buyer, first.room);
		await say(laptop, first.room, 'Not here');

		await line.caughtUp();
		expect(line.heard(roomSwitched)).toMatchObject([{ roomId: formatRoomId(second) }]);
		expect(line.heard(roomJoined)).toHaveLength(1);
		expect(line.heard(CHAT_EVENTS.receiveMessage)).toEqual([]);
	});

	test('a client that joins the same room again, as after a reconnect, gets the history again', async () => {
		const { buyer, room } = await parties();
		const line = await enter(buyer, room);
		await say(line, room, 'Is it there?');

		await join(line, buyer, room);

		expect(line.heard(roomSwitched)).toEqual([]);
		expect(line.heard(roomJoined)).toMatchObject([
			{ messages: [] },
			{ messages: [{ message: 'Is it there?' }] },
		]);
	});

	test('no message is lost that is sent while a client joins', async () => {
		const { buyer, seller, room } = await parties();
		const buying = await enter(buyer, room);
		await say(buying, room, 'No. 0');
		const selling = await connect(seller);

		const words = Array.from({ length: 40 }, (_, count) => `No. ${count + 1}`);
		const sending = words.map((message) => say(buying, room, message));
		await join(selling, seller, room);
		await Promise.all(sending);

		await selling.caughtUp();
		const seen = [
			...(joinedBy(selling)?.messages ?? []),
			...selling.heard<{ id: number; message: string }>(CHAT_EVENTS.receiveMessage),
		];
		const once = new Map(seen.map(({ id, message }) => [id, message]));
		expect([...once.values()].sort()).toEqual(['No. 0', ...words].sort());
	});
});

describe('a seller who names no buyer', () => {
	const alone = (itemId: number) => ({ itemId, userType: 'seller' });

	test('joins the chat of the only buyer, and is told first who that is', async () => {
		const { buyer, seller, room, itemId } = await parties();
		await say(await enter(buyer, room), room, 'Is it there?');
		const line = await connect(seller);
		const order: string[] = [];
		line.socket.onAny((event) => void order.push(event));

		await line.ask(joinRoom, alone(itemId));

		expect(line.heard(autoConnected)).toEqual([{ buyerId: buyer.id }]);
		expect(joinedBy(line)).toMatchObject({
			roomId: formatRoomId(room),
			messages: [{ message: 'Is it there?' }],
		});
		expect(order.slice(0, 2)).toEqual([autoConnected, roomJoined]);
	});

	test('is asked to choose a buyer when there is none or more than one', async () => {
		const { buyer, seller, room, itemId } = await parties();
		const line = await connect(seller);

		const none = await line.ask(joinRoom, alone(itemId));
		await say(await enter(buyer, room), room, 'Is it there?');
		const rival = await t.student();
		const rivalRoom = { itemId, buyerId: rival.id };
		await say(await enter(rival, rivalRoom), rivalRoom, 'And for me?');
		const several = await line.ask(joinRoom, alone(itemId));

		const refused = { success: false, message: CHAT_MESSAGES.chooseBuyer };
		expect([none, several]).toEqual([refused, refused]);
		expect(line.heard(errorMessage)).toEqual([refused.message, refused.message]);
		expect(line.heard(autoConnected)).toEqual([]);
	});
});

describe('the server refuses a join', () => {
	async function refusalOf(who: { token: string }, sent: unknown): Promise<unknown> {
		const line = await connect(who);
		const answer = await line.ask(joinRoom, sent);
		await line.caughtUp();
		expect(answer.success).toBe(false);
		expect(line.heard(roomJoined)).toEqual([]);
		return line.heard(errorMessage)[0];
	}

	test.each([
		['nothing', undefined],
		['no item', { userType: 'buyer' }],
		['no side', { itemId: 5 }],
		['an unknown side', { itemId: 5, userType: 'owner' }],
		['an item in words', { itemId: 'five', userType: 'buyer' }],
		['an item id beyond the integer range', { itemId: 2_147_483_648, userType: 'buyer' }],
		['bytes', Buffer.from('5')],
		['a query', { itemId: { $gt: 0 }, userType: 'buyer' }],
	])('with %s: parameters are missing', async (_, sent) => {
		expect(await refusalOf(await t.student(), sent)).toBe('Missing required parameters');
	});

	test('to a chat about an unknown item', async () => {
		const sent = { itemId: 2_147_483_647, userType: 'buyer' };

		expect(await refusalOf(await t.student(), sent)).toBe(ITEM_MESSAGES.notFound);
	});

	test('to another buyer’s room, for any role in the request', async () => {
		const { itemId, buyer } = await parties();
		const sent = { itemId, userType: 'buyer', buyerId: buyer.id };

		expect(await refusalOf(await t.student(), sent)).toBe(CHAT_MESSAGES.notYours);
		expect(await refusalOf(await t.student(), { ...sent, userType: 'seller' })).toBe(
			CHAT_MESSAGES.notYours,
		);
	});

	test('of a seller to a room with themselves or with an unknown user', async () => {
		const { itemId, seller } = await parties();
		const sent = (buyerId: number) => ({ itemId, userType: 'seller', buyerId });

		expect(await refusalOf(seller, sent(seller.id))).toBe(CHAT_MESSAGES.chooseBuyer);
		expect(await refusalOf(seller, sent(2_147_483_647))).toBe(AUTH_MESSAGES.userNotFound);
	});

	test.each([
		['a banned item', 'item', { bannedAt: new Date() }],
		['a deleted item', 'item', { deletedAt: new Date() }],
		['a suspended seller', 'seller', { bannedAt: new Date() }],
		['a deleted seller', 'seller', { deletedAt: new Date() }],
	] as const)('to a room of %s', async (_, what, change) => {
		const all = await parties();
		const { buyer, itemId } = all;
		await alter(all, what, change);

		expect(await refusalOf(buyer, { itemId, userType: 'buyer' })).toBe(CHAT_MESSAGES.closed);
	});

	test('to a room of a suspended buyer', async () => {
		const { buyer, seller, itemId } = await parties();
		await t.db.update(users).set({ bannedAt: new Date() }).where(sql`id = ${buyer.id}`);
		const sent = { itemId, userType: 'seller', buyerId: buyer.id };

		expect(await refusalOf(seller, sent)).toBe(CHAT_MESSAGES.closed);
	});

	test('of a user suspended while connected, and closes the connection', async () => {
		const { buyer, itemId } = await parties();
		const line = await connect(buyer);
		await t.db.update(users).set({ bannedAt: new Date() }).where(sql`id = ${buyer.id}`);

		const answer = await line.ask(joinRoom, { itemId, userType: 'buyer' });

		expect(answer).toEqual({ success: false, message: CHAT_MESSAGES.signedOut });
		expect(await line.ended).toBe('io server disconnect');
	});

	test('and leaves the socket in its previous room', async () => {
		const { buyer, room } = await parties();
		const line = await enter(buyer, room);

		await line.ask(joinRoom, { itemId: 2_147_483_647, userType: 'buyer' });

		expect(await say(line, room, 'Still here')).toMatchObject({ success: true });
	});
});

describe('typing events:', () => {
	test('the other side gets them in the order in which they were sent', async () => {
		const { room, buyer, buying, selling } = await talking();
		const roomId = formatRoomId(room);

		for (const isTyping of [true, false, true, false]) {
			buying.socket.emit(REALTIME_EVENTS.typing, { roomId, isTyping });
		}

		await selling.hears(REALTIME_EVENTS.typing, 4);
		expect(selling.heard(REALTIME_EVENTS.typing)).toEqual(
			[true, false, true, false].map((isTyping) => ({ roomId, userId: buyer.id, isTyping })),
		);
		expect(buying.heard(REALTIME_EVENTS.typing)).toEqual([]);
	});

	test('a user who has not joined the room cannot send them', async () => {
		const { room, selling } = await talking();
		const stranger = await connect(await t.student());

		const answer = await stranger.ask(REALTIME_EVENTS.typing, {
			roomId: formatRoomId(room),
			isTyping: true,
		});

		await selling.caughtUp();
		expect(answer).toEqual({ success: false, message: CHAT_MESSAGES.notJoined });
		expect(selling.heard(REALTIME_EVENTS.typing)).toEqual([]);
	});

	test.each(['buyer', 'seller'] as const)(
		'neither side gets them once the %s has blocked the other',
		async (by) => {
			const { room, buyer, seller, buying, selling } = await talking();
			const roomId = formatRoomId(room);
			const [blocker, blocked] = by === 'buyer' ? [buyer, seller] : [seller, buyer];
			await t.db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id });

			await buying.ask(REALTIME_EVENTS.typing, { roomId, isTyping: true });
			await selling.ask(REALTIME_EVENTS.typing, { roomId, isTyping: true });

			await Promise.all([buying.caughtUp(), selling.caughtUp()]);
			expect([buying, selling].flatMap((line) => line.heard(REALTIME_EVENTS.typing))).toEqual([]);
		},
	);
});
