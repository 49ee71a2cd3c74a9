import { randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, test, vi } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, REALTIME_EVENTS, SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { MAINTENANCE_ERRORS } from '#contract/maintenance/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { messages } from '#server/db/schema/chats.ts';
import { sessions, users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { SECRET } from '#tests/support/secret.ts';
import {
	openSockets,
	receivedTexts,
	sendMessage,
	type TestConnection,
} from '#tests/support/sockets.ts';
import { CONNECTIONS_PER_PERSON } from './admission.ts';

const LISTED = 'https://pages.college.example';
const t = await openApp({ CORS_ORIGINS: LISTED });
const { address, connect, connectToRoom, rejectionReason } = await openSockets(t);
const REFUSED = 'Authentication required';

async function secondSession({ email }: { email: string }) {
	const login = await t.as(null).post('/auth/login', { email, password: PASSWORD });
	return { token: String(login.json().accessToken) };
}

const disconnectMessages = (connection: TestConnection) =>
	connection.received(CHAT_EVENTS.errorMessage);

describe('a realtime connection', () => {
	test('without a valid token of a valid session of an existing user is refused', async () => {
		const { token } = await t.student();
		const { id, sid, ver } = decodeJwt(token);
		const expired = await new SignJWT({ id, sid, ver })
			.setProtectedHeader({ alg: 'HS256' })
			.setExpirationTime(Math.floor(Date.now() / 1000) - 1)
			.sign(new TextEncoder().encode(SECRET));
		const refused: unknown[] = [undefined, '', 'garbage', 5, { $ne: '' }, expired];
		refused.push('eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.AAAA');
		for (const change of [
			{ bannedAt: new Date() },
			{ deletedAt: new Date() },
			{ tokenVersion: 2 },
		]) {
			const student = await t.student();
			await t.db.update(users).set(change).where(sql`id = ${student.id}`);
			refused.push(student.token);
		}
		await t.db.update(sessions).set({ expiresAt: sql`now()` }).where(sql`id = ${sid}`);
		refused.push(token);

		const reasons = [];
		for (const sent of refused) reasons.push(await rejectionReason(sent));
		expect(reasons).toEqual(refused.map(() => REFUSED));
	});

	test('from a page of a foreign origin is refused, by WebSocket and by polling, and from our own, a listed or no origin accepted', async () => {
		const { token } = await t.student();

		for (const origin of ['https://evil.example', 'null', 'nonsense']) {
			for (const transport of ['websocket', 'polling']) {
				const options = { extraHeaders: { origin }, transports: [transport] };
				expect(await rejectionReason(token, options)).toMatch(/websocket error|xhr poll error/);
			}
		}
		for (const origin of [address, LISTED]) await connect({ token }, { extraHeaders: { origin } });
		await connect({ token });
	});

	test('without WebSocket works by polling', async () => {
		const seller = await t.student();
		const buyer = await t.student();
		const room = { itemId: (await t.item(seller)).id, buyerId: buyer.id };
		const buying = await connectToRoom(buyer, room);
		const selling = await connect(seller, { transports: ['polling'], upgrade: false });
		await sendMessage(buying, room, 'Is it there?');

		const sent = { itemId: room.itemId, userType: 'seller' };
		await selling.request(CHAT_EVENTS.joinRoom, sent);
		const acknowledgement = await sendMessage(selling, room, 'It is.');

		expect(acknowledgement).toMatchObject({ success: true });
		expect(await buying.waitFor(CHAT_EVENTS.receiveMessage, 2)).toMatchObject({
			message: 'It is.',
		});
		expect(receivedTexts(selling)).toEqual(['It is.']);
	});

	test('that sends a message above the size limit is closed', async () => {
		const other = await connect(await t.student());
		for (const transport of ['websocket', 'polling']) {
			const connection = await connect(await t.student(), { transports: [transport] });

			connection.socket.emit(CHAT_EVENTS.sendMessage, {
				message: 'x'.repeat(SOCKET_LIMITS.maxBytes),
			});

			expect(await connection.disconnected).toMatch(/^transport/);
		}
		await other.waitForPending();
	});
});

describe('realtime connections during maintenance', () => {
	test('users are notified and disconnected, new connections are refused, and events have no effect', async () => {
		const closing = await openApp();
		const sockets = await openSockets(closing);
		const student = await closing.student();
		const seller = await closing.student();
		const room = { itemId: (await closing.item(seller)).id, buyerId: student.id };
		const connection = await sockets.connectToRoom(student, room);
		const closed = MAINTENANCE_ERRORS.closed('Back at four.');
		let refused: DeclaredError | undefined = closed;
		closing.app.realtime.setClosedReason(() => refused);

		const acknowledgement = await sendMessage(connection, room, 'Hello?');
		closing.app.realtime.disconnectAll(closed);

		expect(acknowledgement).toEqual({ success: false, ...closed });
		expect(await connection.disconnected).toBe('io server disconnect');
		expect(disconnectMessages(connection)).toEqual([closed.message, closed.message]);
		expect(await sockets.rejectionReason(student.token)).toBe(closed.message);
		expect(await closing.db.select().from(messages)).toEqual([]);
		refused = undefined;
		await sockets.connect(student);
	});
});

describe('a realtime event for a user', () => {
	test('reaches every device of the user and no other user', async () => {
		const student = await t.student();
		const connections = [await connect(student), await connect(await secondSession(student))];
		const other = await connect(await t.student());

		t.app.realtime.toUser(student.id, REALTIME_EVENTS.notificationsChanged, {});

		for (const connection of connections)
			expect(await connection.waitFor(REALTIME_EVENTS.notificationsChanged)).toEqual({});
		await other.waitForPending();
		expect(other.received(REALTIME_EVENTS.notificationsChanged)).toEqual([]);
	});
});

describe('a user who sends too many realtime events', () => {
	test('is refused and finally disconnected, while other users are not affected', async () => {
		const rateLimited = await openApp({ RATE_LIMIT: 'on' });
		const sockets = await openSockets(rateLimited);
		const [seller, buyer] = [await rateLimited.student(), await rateLimited.student()];
		const room = { itemId: (await rateLimited.item(seller)).id, buyerId: buyer.id };
		const [flooding, other] = [
			await sockets.connectToRoom(buyer, room),
			await sockets.connectToRoom(seller, room),
		];

		await sendMessage(flooding, room, 'Is it still there?');

		for (let count = 0; count < 10_000; count++) {
			flooding.socket.emit(CHAT_EVENTS.sendMessage, {
				roomId: `${room.itemId}-${room.buyerId}`,
				message: `No. ${count}`,
				clientId: randomUUID(),
			});
		}

		expect(await flooding.disconnected).toMatch(/io server disconnect|transport/);
		expect(disconnectMessages(flooding)).toContain('That was a bit fast. Please wait a moment.');
		expect(await sendMessage(other, room, 'Calm down.')).toMatchObject({ success: true });
		const stored = await rateLimited.db.select().from(messages);
		expect(stored.length).toBeLessThanOrEqual(SOCKET_LIMITS.eventsPerWindow + 1);
	});

	test('is limited over all connections of the user together', async () => {
		const rateLimited = await openApp({ RATE_LIMIT: 'on' });
		const sockets = await openSockets(rateLimited);
		const student = await rateLimited.student();
		const connections = await Promise.all(
			Array.from({ length: 8 }, () => sockets.connect(student)),
		);
		const eventsPerConnection = SOCKET_LIMITS.eventsPerWindow - 10;

		const pending = connections.map((connection) =>
			Promise.all(
				Array.from({ length: eventsPerConnection }, () =>
					connection.request(REALTIME_EVENTS.typing, null),
				),
			),
		);
		const responses = (await Promise.all(pending)).flat();

		expect(responses).toContainEqual({ success: false, ...CHAT_ERRORS.tooFast });
		expect(await sockets.rejectionReason(student.token)).toBe(CHAT_ERRORS.tooFast.message);
	});
});

describe('a user with too many realtime connections', () => {
	test('gets no further connection until a connection has ended, while other users can connect', async () => {
		const student = await t.student();
		const attemptCount = CONNECTIONS_PER_PERSON + 20;

		const pending = await Promise.allSettled(
			Array.from({ length: attemptCount }, () => connect(student)),
		);

		const connections = pending.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
		const refused = pending.filter(({ status }) => status === 'rejected');
		expect(connections).toHaveLength(CONNECTIONS_PER_PERSON);
		expect(refused).toMatchObject(
			refused.map(() => ({ reason: { message: CHAT_ERRORS.tooFast.message } })),
		);
		await connect(await t.student());
		connections[0]?.socket.close();
		const isLetIn = async () => (await rejectionReason(student.token)) === 'It was let in.';
		await vi.waitUntil(isLetIn, { timeout: 20_000 });
	});
});

describe('a server that shuts down', () => {
	test('closes every realtime connection without a disconnect message, so that pages reconnect', async () => {
		const closing = await openApp();
		const sockets = await openSockets(closing);
		const connections = [
			await sockets.connect(await closing.student()),
			await sockets.connect(await closing.student(), { transports: ['polling'] }),
		];

		await closing.app.close();

		for (const connection of connections)
			expect(await connection.disconnected).toMatch(/^transport/);
		expect(connections.flatMap(disconnectMessages)).toEqual([]);
	});

	test('finishes and acknowledges running realtime events', async () => {
		const closing = await openApp();
		const sockets = await openSockets(closing);
		const [seller, buyer] = [await closing.student(), await closing.student()];
		const room = { itemId: (await closing.item(seller)).id, buyerId: buyer.id };
		const connection = await sockets.connectToRoom(buyer, room);

		const sending = Array.from({ length: 50 }, (_, count) =>
			sendMessage(connection, room, `No. ${count}`),
		);
		const settled = Promise.allSettled(sending);
		await sending[0];
		await closing.app.close();
		connection.socket.close();

		const acknowledged = (await settled).filter(
			(result) => result.status === 'fulfilled' && result.value.success,
		);
		const stored = await closing.db.select().from(messages);
		expect(acknowledged).toHaveLength(stored.length);
	});
});
