import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { declaredErrorOf, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { blocks, conversations } from '#server/db/schema/chats.ts';
import { sessions, users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { inRoom, openChatConnections } from '#tests/support/chat-rooms.ts';
import { joinRoomAs, receivedTexts, sendMessage } from '#tests/support/sockets.ts';

const t = await openApp();
const {
	connect,
	connectToRoom,
	createRoom,
	startChat,
	updateItemOrSeller,
	storedMessages,
	findParticipant,
} = await openChatConnections(t);
const ERROR = CHAT_EVENTS.errorMessage;

describe('refused chat messages', () => {
	test.each([
		['no room', { message: 'Hello' }, CHAT_ERRORS.badRoom.message],
		['an ill-formed room id', { roomId: 'x', message: 'Hello' }, CHAT_ERRORS.badRoom.message],
		['no text', { roomId: 'ours' }, CHAT_ERRORS.text.message],
		[
			'more than 2000 characters',
			{ roomId: 'ours', message: 'x'.repeat(2001) },
			CHAT_ERRORS.text.message,
		],
		['an object as text', { roomId: 'ours', message: { $ne: '' } }, CHAT_ERRORS.text.message],
		['bytes as text', { roomId: 'ours', message: Buffer.from('Hello') }, CHAT_ERRORS.text.message],
		['a NUL character', { roomId: 'ours', message: 'a\0b' }, REQUEST_ERRORS.badText.message],
		[
			'an ill-formed client id',
			{ roomId: 'ours', message: 'x', clientId: 'one' },
			CHAT_ERRORS.badClientId.message,
		],
		['no payload', undefined, CHAT_ERRORS.missingParameters.message],
		['null as payload', null, CHAT_ERRORS.missingParameters.message],
		['a string as payload', 'Hello', CHAT_ERRORS.missingParameters.message],
		['a list as payload', [{ message: 'Hello' }], CHAT_ERRORS.missingParameters.message],
		['a buffer as payload', Buffer.alloc(64), CHAT_ERRORS.badRoom.message],
	])(
		'a message with %s is refused, and an error event gives the reason',
		async (_, sent, message) => {
			const { room, buying } = await startChat();
			// The room id 'ours' stands for the id of the joined room, which is not known before the test runs.
			const ours = sent && 'roomId' in Object(sent) && Object(sent).roomId === 'ours';
			const payload = ours ? { ...Object(sent), roomId: formatRoomId(room) } : sent;

			const acknowledgement = await buying.request(CHAT_EVENTS.sendMessage, payload);

			expect(acknowledgement).toEqual({ success: false, ...declaredErrorOf(message) });
			expect(buying.received(ERROR)).toEqual([message]);
			expect(await storedMessages(room)).toHaveLength(1);
		},
	);

	test.each([' \n\t ', '\u200b\u200b', '\u3164', '\u00ad \u202e', '\u2800'])(
		'a message without visible text, such as %j, is refused without an error event',
		async (text) => {
			const { room, buying } = await startChat();

			const acknowledgement = await sendMessage(buying, room, text);

			expect(acknowledgement).toEqual({ success: false, ...CHAT_ERRORS.text });
			expect(buying.received(ERROR)).toEqual([]);
			expect(await storedMessages(room)).toHaveLength(1);
		},
	);

	test('a message to a room that the sender has not joined is refused, even after joining another room', async () => {
		const { buyer, room } = await createRoom();
		const other = await createRoom();
		const connection = await connect(buyer);

		const before = await sendMessage(connection, room, 'Hello');
		await joinRoomAs(connection, buyer, room);
		const otherRoomReply = await sendMessage(connection, other.room, 'Hello');

		const refused = { success: false, ...CHAT_ERRORS.notJoined };
		expect([before, otherRoomReply]).toEqual([refused, refused]);
		expect([...(await storedMessages(room)), ...(await storedMessages(other.room))]).toEqual([]);
	});

	test('a message sent without joining is refused from a stranger, and from the seller before the buyer has written', async () => {
		const { seller, room } = await createRoom();
		const stranger = await createRoom();
		const withoutJoining = true;

		const connection = await connect(stranger.buyer);

		const ofStranger = await sendMessage(connection, room, 'Hello', { withoutJoining });
		const ofSeller = await sendMessage(await connect(seller), room, 'Hello', { withoutJoining });

		expect(ofStranger).toEqual({ success: false, ...CHAT_ERRORS.notYours });
		expect(ofSeller).toEqual({ success: false, ...CHAT_ERRORS.buyerFirst });
		// A page would show an error event as an error of the chat that is open.
		expect(connection.received(ERROR)).toEqual([]);
		expect(await t.db.select().from(conversations).where(inRoom(room))).toEqual([]);
	});

	test.each([
		['the item is banned', 'item', { bannedAt: new Date() }],
		['the item is deleted', 'item', { deletedAt: new Date() }],
		['the seller is banned', 'seller', { bannedAt: new Date() }],
		['the seller is deleted', 'seller', { deletedAt: new Date() }],
	] as const)('a message of a buyer who has joined is refused when %s', async (_, what, change) => {
		const all = await startChat();
		const { room, buying } = all;
		await updateItemOrSeller(all, what, change);

		const acknowledgement = await sendMessage(buying, room, 'Hello?');

		expect(acknowledgement).toEqual({ success: false, ...CHAT_ERRORS.closed });
		expect(await storedMessages(room)).toHaveLength(1);
	});

	test('a message to a banned buyer is refused', async () => {
		const { room, buyer, selling } = await startChat();
		await t.db.update(users).set({ bannedAt: new Date() }).where(sql`id = ${buyer.id}`);

		expect(await sendMessage(selling, room, 'Hello?')).toMatchObject(CHAT_ERRORS.closed);
	});

	test.each([
		['is banned', { bannedAt: new Date() }],
		['is deleted', { deletedAt: new Date() }],
		['has signed out everywhere', { tokenVersion: 2 }],
	])(
		'a message from a connected user who %s is refused, and the server closes the connection',
		async (_, change) => {
			const { room, buyer, buying } = await startChat();
			await t.db.update(users).set(change).where(sql`id = ${buyer.id}`);

			const acknowledgement = await sendMessage(buying, room, 'Hello?');

			expect(acknowledgement).toEqual({ success: false, ...CHAT_ERRORS.signedOut });
			expect(await buying.disconnected).toBe('io server disconnect');
			expect(await storedMessages(room)).toHaveLength(1);
		},
	);

	test('a message from a connected user whose session has expired is refused', async () => {
		const { room, buyer, buying } = await startChat();
		const { sid } = decodeJwt(buyer.token);
		await t.db.update(sessions).set({ expiresAt: sql`now()` }).where(sql`id = ${sid}`);

		expect(await sendMessage(buying, room, 'Hello?')).toMatchObject({
			message: CHAT_ERRORS.signedOut.message,
		});
		expect(await storedMessages(room)).toHaveLength(1);
	});
});

describe('blocks between buyer and seller', () => {
	const block = (blocker: { id: number }, blocked: { id: number }) =>
		t.db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id });

	test('a user who has blocked the other user cannot write to that user', async () => {
		const { room, buyer, seller, buying } = await startChat();
		await block(buyer, seller);

		const acknowledgement = await sendMessage(buying, room, 'Hello?');

		expect(acknowledgement).toEqual({ success: false, ...CHAT_ERRORS.blockedByYou });
		expect(await storedMessages(room)).toHaveLength(1);
	});

	test('a blocked user’s messages look sent to that user but never reach the user who made the block', async () => {
		const { room, buyer, seller, buying, selling } = await startChat();
		const before = await findParticipant(room, seller.id);
		const badgeEventsBefore = selling.received(REALTIME_EVENTS.notificationsChanged).length;
		await block(seller, buyer);

		const acknowledgement = await sendMessage(buying, room, 'Hello?');

		await selling.waitForPending();
		expect(acknowledgement).toMatchObject({ success: true });
		expect(receivedTexts(buying)).toEqual(['Is it there?', 'Hello?']);
		expect(receivedTexts(selling)).toEqual(['Is it there?']);
		expect(selling.received(REALTIME_EVENTS.notificationsChanged)).toHaveLength(badgeEventsBefore);
		expect(selling.received(REALTIME_EVENTS.chatChanged)).toHaveLength(1);
		expect(await storedMessages(room)).toMatchObject([
			{ isHiddenFromRecipient: false },
			{ isHiddenFromRecipient: true },
		]);
		expect(await findParticipant(room, seller.id)).toEqual(before);
		await t.db.delete(blocks).where(sql`blocker_id = ${seller.id}`);
		const secondConnection = await connectToRoom(seller, room);
		expect(secondConnection.received(CHAT_EVENTS.roomJoined)).toMatchObject([
			{ messages: [{ message: 'Is it there?' }] },
		]);
	});

	test('a first message hidden by a block cannot be answered by the seller, even after the block ends', async () => {
		const { room, buyer, seller } = await createRoom();
		await block(seller, buyer);
		const [buying, selling] = [await connectToRoom(buyer, room), await connectToRoom(seller, room)];
		await sendMessage(buying, room, 'Is it there?');
		await t.db.delete(blocks).where(sql`blocker_id = ${seller.id}`);

		const acknowledgement = await sendMessage(selling, room, 'Hello?');

		expect(acknowledgement).toEqual({ success: false, ...CHAT_ERRORS.buyerFirst });
	});
});
