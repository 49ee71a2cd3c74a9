import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, REALTIME_EVENTS, SOCKET_LIMITS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { messages, participants } from '#server/db/schema/chats.ts';
import { sessions, users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { openSockets, sendMessage, type TestConnection } from '#tests/support/sockets.ts';

const t = await openApp();
const { address, connect, connectToRoom, rejectionReason } = await openSockets(t);

/** A buyer and a seller in a chat, and a user who has nothing to do with it. */
async function createConversation() {
	const [seller, buyer, stranger] = [await t.student(), await t.student(), await t.student()];
	const { id: itemId } = await t.item(seller);
	const room = { itemId, buyerId: buyer.id };
	const [buying, selling] = [await connectToRoom(buyer, room), await connectToRoom(seller, room)];
	await sendMessage(buying, room, 'Is it there?');
	const { id: messageId } = await selling.waitFor<{ id: number }>(CHAT_EVENTS.receiveMessage);
	const roomId = formatRoomId(room);
	// Marks the message as delivered now. After each connection the server does so by itself at an unknown later
	// time, which could fall between the two states that a test compares.
	await selling.request(REALTIME_EVENTS.markDelivered, { roomId, messageId });
	return { seller, buyer, stranger, room, roomId, buying, selling, messageId };
}

type Conversation = Awaited<ReturnType<typeof createConversation>>;

/** Every chat event that a client may send, with a valid payload for a conversation. */
const EVENTS: [event: string, payload: (conversation: Conversation) => object][] = [
	[CHAT_EVENTS.joinRoom, ({ room }) => ({ ...room, userType: 'seller' })],
	[CHAT_EVENTS.sendMessage, ({ roomId }) => ({ roomId, message: 'Let me in' })],
	[REALTIME_EVENTS.typing, ({ roomId }) => ({ roomId, isTyping: true })],
	[REALTIME_EVENTS.markRead, ({ roomId, messageId }) => ({ roomId, messageId })],
	[REALTIME_EVENTS.markDelivered, ({ roomId, messageId }) => ({ roomId, messageId })],
];

const stateOf = async ({ room }: Conversation) => [
	await t.db.select().from(messages).where(sql`item_id = ${room.itemId}`).orderBy(messages.id),
	await t.db
		.select()
		.from(participants)
		.where(sql`item_id = ${room.itemId}`)
		.orderBy(participants.userId),
];
const sendAllEvents = (
	connection: TestConnection,
	conversation: Conversation,
	claimed: object = {},
) =>
	Promise.all(
		EVENTS.map(([event, payload]) =>
			connection.request(event, { ...payload(conversation), ...claimed }),
		),
	);

describe('permissions on realtime connections', () => {
	test('a user outside a chat is refused every chat event, whatever ids and roles the payload claims', async () => {
		const conversation = await createConversation();
		const before = await stateOf(conversation);
		const connection = await connect(conversation.stranger);
		const { buyer, seller } = conversation;

		const claims = [
			{},
			{ userId: buyer.id },
			{ senderId: seller.id, sellerId: conversation.stranger.id },
			{ role: 'admin' },
		];
		const responses = await Promise.all(
			claims.map((claimed) => sendAllEvents(connection, conversation, claimed)),
		);

		await Promise.all([
			conversation.buying.waitForPending(),
			conversation.selling.waitForPending(),
		]);
		expect(responses.flat().map(({ success }) => success)).toEqual(
			responses.flat().map(() => false),
		);
		expect(await stateOf(conversation)).toEqual(before);
		expect(connection.received(CHAT_EVENTS.receiveMessage)).toEqual([]);
		expect(conversation.selling.received(REALTIME_EVENTS.typing)).toEqual([]);
		expect(conversation.selling.received(CHAT_EVENTS.receiveMessage)).toHaveLength(1);
	});

	test.each([
		['is suspended', 'users', { bannedAt: new Date() }],
		['has erased the account', 'users', { deletedAt: new Date() }],
		['has signed out everywhere', 'users', { tokenVersion: 2 }],
		['has an expired session', 'sessions', { expiresAt: new Date() }],
	] as const)(
		'a user who %s cannot join a chat over an open connection, and is disconnected',
		async (_, table, change) => {
			const conversation = await createConversation();
			const { id, token } = conversation.buyer;
			const { sid } = decodeJwt(token);
			if (table === 'users') await t.db.update(users).set(change).where(sql`id = ${id}`);
			else await t.db.update(sessions).set(change).where(sql`id = ${sid}`);
			const before = await stateOf(conversation);

			const acknowledgement = await conversation.buying.request(CHAT_EVENTS.joinRoom, {
				...conversation.room,
				userType: 'buyer',
			});

			expect(acknowledgement).toEqual({ success: false, ...CHAT_ERRORS.signedOut });
			expect(await conversation.buying.disconnected).toBe('io server disconnect');
			expect(await stateOf(conversation)).toEqual(before);
		},
	);

	test.each(EVENTS)(
		'after the end of a session, its open connection cannot send the event "%s"',
		async (event, payload) => {
			const conversation = await createConversation();
			const { sid } = decodeJwt(conversation.buyer.token);
			await t.db.delete(sessions).where(sql`id = ${sid}`);
			const before = await stateOf(conversation);

			const acknowledgement = await conversation.buying.request(event, payload(conversation));

			await conversation.selling.waitForPending();
			expect(acknowledgement.success).toBe(false);
			expect(await stateOf(conversation)).toEqual(before);
			expect(conversation.selling.received(REALTIME_EVENTS.typing)).toEqual([]);
		},
	);
});

describe('a page of another origin', () => {
	test.each([
		'https://evil.example',
		'http://127.0.0.1:1',
		`${address}.evil.example`,
		address.replace('127.0.0.1', 'localhost'),
		'null',
		'file://',
		'chrome-extension://abc',
	])('a page of another origin is refused even with a valid token: %s', async (origin) => {
		const { token } = await t.student();

		const refused = await rejectionReason(token, { extraHeaders: { origin } });

		expect(refused).toMatch(/websocket error/);
	});
});

describe('a realtime packet', () => {
	test('with a reserved event name or an inherited property name has no effect', async () => {
		const conversation = await createConversation();

		for (const event of ['__proto__', 'constructor', 'hasOwnProperty', 'error', 'toString']) {
			conversation.buying.socket.emit(event, { polluted: true });
		}
		await conversation.buying.waitForPending();

		expect(conversation.buying.socket.connected).toBe(true);
		expect('polluted' in {}).toBe(false);
	});

	test('a realtime packet above the size limit closes only its own connection', async () => {
		const conversation = await createConversation();

		conversation.buying.socket.emit(CHAT_EVENTS.sendMessage, {
			message: 'x'.repeat(SOCKET_LIMITS.maxBytes),
		});

		expect(await conversation.buying.disconnected).toMatch(/^transport/);
		expect(await sendMessage(conversation.selling, conversation.room, 'Still here')).toMatchObject({
			success: true,
		});
	});

	test('a message sent before joining a namespace is not stored', async () => {
		const res = await fetch(`${address}/socket.io/?EIO=4&transport=polling`);
		const [, sid] = /"sid":"([^"]+)"/.exec(await res.text()) ?? [];
		const url = `${address}/socket.io/?EIO=4&transport=polling&sid=${sid}`;

		const before = await t.db.$count(messages);

		const body = '42["send-message",{"roomId":"1-1","message":"Hello"}]';
		await fetch(url, { method: 'POST', body });
		const responseText = await (await fetch(url)).text();

		expect(responseText).not.toMatch(/4[0-9]/);
		expect(await t.db.$count(messages)).toBe(before);
	});
});
