import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import {
	CHAT_EVENTS,
	CHAT_MESSAGES,
	REALTIME_EVENTS,
	SOCKET_LIMITS,
} from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { messages, participants } from '#server/db/schema/chats.ts';
import { sessions, users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { type Line, openSockets, say } from '#tests/support/sockets.ts';

const t = await openApp();
const { address, connect, enter, refusal } = await openSockets(t);

/** A buyer and a seller in a chat, and a user who has nothing to do with it. */
async function talking() {
	const [seller, buyer, stranger] = [await t.student(), await t.student(), await t.student()];
	const { id: itemId } = await t.item(seller);
	const room = { itemId, buyerId: buyer.id };
	const [buying, selling] = [await enter(buyer, room), await enter(seller, room)];
	await say(buying, room, 'Is it there?');
	const { id: messageId } = await selling.hears<{ id: number }>(CHAT_EVENTS.receiveMessage);
	return { seller, buyer, stranger, room, roomId: formatRoomId(room), buying, selling, messageId };
}

type Talk = Awaited<ReturnType<typeof talking>>;

/** Every event of a socket about a chat. */
const EVENTS: [event: string, payload: (talk: Talk) => object][] = [
	[CHAT_EVENTS.joinRoom, ({ room }) => ({ ...room, userType: 'seller' })],
	[CHAT_EVENTS.sendMessage, ({ roomId }) => ({ roomId, message: 'Let me in' })],
	[REALTIME_EVENTS.typing, ({ roomId }) => ({ roomId, isTyping: true })],
	[REALTIME_EVENTS.markRead, ({ roomId, messageId }) => ({ roomId, messageId })],
	[REALTIME_EVENTS.markDelivered, ({ roomId, messageId }) => ({ roomId, messageId })],
];

const stateOf = async ({ room }: Talk) => [
	await t.db.select().from(messages).where(sql`item_id = ${room.itemId}`).orderBy(messages.id),
	await t.db
		.select()
		.from(participants)
		.where(sql`item_id = ${room.itemId}`)
		.orderBy(participants.userId),
];
const ask = (line: Line, talk: Talk, claimed: object = {}) =>
	Promise.all(EVENTS.map(([event, payload]) => line.ask(event, { ...payload(talk), ...claimed })));

describe('what a socket may do is decided by the database', () => {
	test('a stranger may do nothing in a room, whatever they claim to be', async () => {
		const talk = await talking();
		const before = await stateOf(talk);
		const line = await connect(talk.stranger);
		const { buyer, seller } = talk;

		const claims = [
			{},
			{ userId: buyer.id },
			{ senderId: seller.id, sellerId: talk.stranger.id },
			{ role: 'admin' },
		];
		const answers = await Promise.all(claims.map((claimed) => ask(line, talk, claimed)));

		await Promise.all([talk.buying.caughtUp(), talk.selling.caughtUp()]);
		expect(answers.flat().map(({ success }) => success)).toEqual(answers.flat().map(() => false));
		expect(await stateOf(talk)).toEqual(before);
		expect(line.heard(CHAT_EVENTS.receiveMessage)).toEqual([]);
		expect(talk.selling.heard(REALTIME_EVENTS.typing)).toEqual([]);
		expect(talk.selling.heard(CHAT_EVENTS.receiveMessage)).toHaveLength(1);
	});

	test.each([
		['is suspended', 'users', { bannedAt: new Date() }],
		['has gone', 'users', { deletedAt: new Date() }],
		['has signed out everywhere', 'users', { tokenVersion: 2 }],
		['is over', 'sessions', { expiresAt: new Date() }],
	] as const)(
		'a user who %s may do nothing more over an open connection',
		async (_, what, change) => {
			const talk = await talking();
			const { id, token } = talk.buyer;
			const { sid } = decodeJwt(token);
			if (what === 'users') await t.db.update(users).set(change).where(sql`id = ${id}`);
			else await t.db.update(sessions).set(change).where(sql`id = ${sid}`);
			const before = await stateOf(talk);

			const answer = await talk.buying.ask(CHAT_EVENTS.joinRoom, {
				...talk.room,
				userType: 'buyer',
			});

			expect(answer).toEqual({ success: false, message: CHAT_MESSAGES.signedOut });
			expect(await talk.buying.ended).toBe('io server disconnect');
			expect(await stateOf(talk)).toEqual(before);
		},
	);

	test.each(EVENTS)('an ended session cannot %s', async (event, payload) => {
		const talk = await talking();
		const { sid } = decodeJwt(talk.buyer.token);
		await t.db.delete(sessions).where(sql`id = ${sid}`);
		const before = await stateOf(talk);

		const answer = await talk.buying.ask(event, payload(talk));

		await talk.selling.caughtUp();
		expect(answer.success).toBe(false);
		expect(await stateOf(talk)).toEqual(before);
		expect(talk.selling.heard(REALTIME_EVENTS.typing)).toEqual([]);
	});
});

describe('a page of another origin', () => {
	test.each([
		'https://evil.example',
		'http://127.0.0.1:1',
		`${address}.evil.example`,
		`${address.replace('127.0.0.1', 'localhost')}`,
		'null',
		'file://',
		'chrome-extension://abc',
	])('is refused even with a valid token: %s', async (origin) => {
		const { token } = await t.student();

		const refused = await refusal(token, { extraHeaders: { origin } });

		expect(refused).toMatch(/websocket error/);
	});
});

describe('a packet', () => {
	test('with a reserved event name or an inherited property name does nothing', async () => {
		const talk = await talking();

		for (const event of ['__proto__', 'constructor', 'hasOwnProperty', 'error', 'toString']) {
			talk.buying.socket.emit(event, { polluted: true });
		}
		await talk.buying.caughtUp();

		expect(talk.buying.socket.connected).toBe(true);
		expect('polluted' in {}).toBe(false);
	});

	test('above the size limit ends that connection alone', async () => {
		const talk = await talking();

		talk.buying.socket.emit(CHAT_EVENTS.sendMessage, {
			message: 'x'.repeat(SOCKET_LIMITS.maxBytes),
		});

		expect(await talk.buying.ended).toMatch(/^transport/);
		expect(await say(talk.selling, talk.room, 'Still here')).toMatchObject({ success: true });
	});

	test('without one of our namespaces, or before signing in, is ignored', async () => {
		const res = await fetch(`${address}/socket.io/?EIO=4&transport=polling`);
		const [, sid] = /"sid":"([^"]+)"/.exec(await res.text()) ?? [];
		const url = `${address}/socket.io/?EIO=4&transport=polling&sid=${sid}`;

		const before = await t.db.$count(messages);

		const body = '42["send-message",{"roomId":"1-1","message":"Hello"}]';
		await fetch(url, { method: 'POST', body });
		const heard = await (await fetch(url)).text();

		expect(heard).not.toMatch(/4[0-9]/);
		expect(await t.db.$count(messages)).toBe(before);
	});
});
