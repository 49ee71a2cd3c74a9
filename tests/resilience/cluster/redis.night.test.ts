import { describe, expect, test, vi } from 'vitest';
import { ADMIN_EVENTS, ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { SIGN_IN_LIMITS } from '#server/features/auth/sign-in-guards.ts';
import { openAdminConnection } from '#tests/support/admin-connection.ts';
import { openAppPair } from '#tests/support/app-pair.ts';
import { describeWithPrograms, openWithPrograms } from '#tests/support/debian-programs.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { joinRoomAs, receivedTexts, sendMessage } from '#tests/support/sockets.ts';

const WAIT = { timeout: 20_000, interval: 10 };
const { redis, first, second, firstSockets, secondSockets, readinessOf, waitUntilBothReport } =
	await openWithPrograms(['redis-server'], openAppPair);

/** A seller on one instance and a buyer on the other, in one chat. */
async function openChat() {
	const [seller, buyer] = [await first.student(), await first.student()];
	const item = await first.item(seller);
	const room = await first.conversation(item, buyer);
	await first.message(room, buyer, 'Is it still there?');
	const selling = await firstSockets.connectToRoom(seller, room);
	const buying = await secondSockets.connectToRoom(buyer, room);
	await selling.waitFor(REALTIME_EVENTS.presence);
	return { seller, buyer, item, room, selling, buying };
}

const signIn = (t: typeof first, email: string, password: string) =>
	t.as(null).post('/auth/login', { email, password });

describeWithPrograms(['redis-server'], 'two instances that share a Redis', () => {
	test('two instances exchange chat messages, read marks, typing signals and badge changes', async () => {
		const { seller, buyer, room, selling, buying } = await openChat();
		const otherConnection = await firstSockets.connect(buyer);
		const roomId = formatRoomId(room);

		const { id: messageId } = (await sendMessage(selling, room, 'It is still there.')) as {
			id: number;
		};
		await buying.waitFor(CHAT_EVENTS.receiveMessage);
		await buying.request(REALTIME_EVENTS.typing, { roomId, isTyping: true });
		await buying.request(REALTIME_EVENTS.markRead, { roomId, messageId });

		expect(receivedTexts(buying)).toEqual(['It is still there.']);
		expect(await selling.waitFor(REALTIME_EVENTS.typing)).toMatchObject({ userId: buyer.id });
		expect(await selling.waitFor(REALTIME_EVENTS.receipt)).toMatchObject({ readId: messageId });
		expect(await otherConnection.waitFor(REALTIME_EVENTS.chatChanged)).toMatchObject({ roomId });
		expect(selling.received(REALTIME_EVENTS.receipt)).not.toContainEqual(
			expect.objectContaining({ userId: seller.id }),
		);
	});

	test('two instances know which users are connected to either instance', async () => {
		const [seller, buyer] = [await first.student(), await first.student()];
		const room = await first.conversation(await first.item(seller), buyer);
		await first.message(room, buyer, 'Is it still there?');
		const buying = await secondSockets.connect(buyer);
		const isHere = async () => (await joinRoomAs(buying, buyer, room)).isHere;

		const before = await isHere();
		const phone = await firstSockets.connect(seller);
		await buying.waitFor(REALTIME_EVENTS.presence);
		const laptop = await secondSockets.connect(seller);
		phone.socket.close();
		await vi.waitUntil(() => first.app.realtime.io.sockets.sockets.size === 0, WAIT);
		laptop.socket.close();
		await buying.waitFor(REALTIME_EVENTS.presence, 2);

		expect(before).toBe(false);
		expect(buying.received(REALTIME_EVENTS.presence)).toEqual([
			{ userId: seller.id, isHere: true },
			{ userId: seller.id, isHere: false },
		]);
	});

	test('two instances send the presence of seller and buyer to each other with the first message of the buyer', async () => {
		const [seller, buyer] = [await first.student(), await first.student()];
		const room = { itemId: (await first.item(seller)).id, buyerId: buyer.id };
		const selling = await firstSockets.connectToRoom(seller, room);
		const buying = await secondSockets.connectToRoom(buyer, room);

		await sendMessage(buying, room, 'Is it still there?');

		expect(await selling.waitFor(REALTIME_EVENTS.presence)).toEqual({
			userId: buyer.id,
			isHere: true,
		});
		expect(await buying.waitFor(REALTIME_EVENTS.presence)).toEqual({
			userId: seller.id,
			isHere: true,
		});
	});

	test('two instances end the connections of a banned user, and the open chats of others with this user', async () => {
		const { seller, room, selling, buying } = await openChat();
		const admin = await first.admin();

		await second.as(admin).put(`/admin/users/${seller.id}/ban`, { reason: 'Sold a brick' });
		await selling.disconnected;
		await buying.waitFor(CHAT_EVENTS.errorMessage);

		expect(selling.received(CHAT_EVENTS.errorMessage)).toEqual([AUTH_ERRORS.suspended.message]);
		expect(buying.received(CHAT_EVENTS.errorMessage)).toEqual([CHAT_ERRORS.closed.message]);
		expect(await sendMessage(buying, room, 'Hello?')).toMatchObject({
			message: CHAT_ERRORS.notJoined.message,
		});
	});

	test('two instances notify every page that shows an item or its chat when the item is sold', async () => {
		const { seller, item, selling, buying } = await openChat();
		const looking = await secondSockets.connect(await first.student());
		await looking.request(REALTIME_EVENTS.watchItems, { itemIds: [item.id] });

		await first.as(seller).patch(`/item/mark-as-sold/${item.id}`);

		for (const connection of [selling, buying, looking]) {
			const event = await connection.waitFor(REALTIME_EVENTS.itemChanged);
			expect(event).toMatchObject({ itemId: item.id, status: 'sold' });
		}
		expect(await buying.waitFor(REALTIME_EVENTS.notificationsChanged)).toEqual({});
	});

	test('two instances show two users as offline to each other after a block', async () => {
		const { seller, buyer, selling, buying } = await openChat();

		await first.as(seller).put(`/people/${buyer.id}/block`);

		for (const connection of [selling, buying]) {
			await connection.waitFor(REALTIME_EVENTS.typing);
			await connection.waitForPending();
			expect(connection.received(REALTIME_EVENTS.presence).at(-1)).toMatchObject({ isHere: false });
		}
	});

	test('two instances end the chats about a banned item', async () => {
		const { item, selling, buying } = await openChat();

		await first.as(await first.admin()).put(`/admin/items/${item.id}/ban`, { reason: 'A brick' });

		for (const connection of [selling, buying]) {
			expect(await connection.waitFor(CHAT_EVENTS.errorMessage)).toBe(CHAT_ERRORS.closed.message);
		}
	});

	test('two instances end the connections of a session that is signed out', async () => {
		const student = await first.student();
		const phone = (await signIn(first, student.email, PASSWORD)).json();
		const connection = await secondSockets.connect({ token: phone.accessToken });
		const { sessions } = (await first.as(student).get('/account/sessions')).json();
		const session = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);

		await first.as(student).delete(`/account/sessions/${session.id}`);
		await connection.disconnected;

		expect(connection.received(CHAT_EVENTS.errorMessage)).toEqual([CHAT_ERRORS.signedOut.message]);
	});

	test("two instances send events to an administrator's page on the other instance", async () => {
		const item = await first.item(await first.student());
		const page = await openAdminConnection(second, await first.admin());

		const complaint = { complaint: 'Not real.' };
		await first.as(await first.student()).post(`/report/report-item/${item.id}`, complaint);

		await vi.waitUntil(() => page.received(ADMIN_EVENTS.changed).length >= 2, WAIT);
		expect(page.received(ADMIN_EVENTS.changed)).toContainEqual({ what: 'reports' });
	});

	test("two instances send events to an administrator's pages on the other instance, except the page that caused them", async () => {
		const admin = await first.admin();
		const [page, another] = [
			await openAdminConnection(second, admin),
			await openAdminConnection(second, admin),
		];
		const { id } = await first.item(await first.student());
		const headers = { [ADMIN_SOCKET_HEADER]: page.socket.id };

		await first.as(admin).call('PUT', `/admin/items/${id}/ban`, { headers, payload: {} });
		await vi.waitUntil(() => another.received(ADMIN_EVENTS.changed).length > 0, WAIT);
		first.app.adminChannel.publish({ what: 'feedback' });
		await vi.waitUntil(() => page.received(ADMIN_EVENTS.changed).length > 0, WAIT);

		expect(another.received(ADMIN_EVENTS.changed)).toContainEqual({ what: 'items' });
		expect(page.received(ADMIN_EVENTS.changed)).toEqual([{ what: 'feedback' }]);
	});

	test("two instances end an administrator's connections on the other instance", async () => {
		const admin = await first.admin();
		const page = await openAdminConnection(second, admin);

		first.app.adminChannel.endAdmin(admin.id);

		expect(await page.disconnected).toBe('io server disconnect');
	});

	test('two instances count failed passwords together', async () => {
		const { email } = await first.student();

		const statuses: number[] = [];
		for (let n = 0; n <= SIGN_IN_LIMITS.freeAttempts + 1; n += 1) {
			const res = await signIn(n % 2 === 0 ? first : second, email, 'wrong password');
			statuses.push(res.statusCode);
		}

		expect(statuses).toEqual([...new Array(SIGN_IN_LIMITS.freeAttempts).fill(401), 429, 429]);
	});
});

describeWithPrograms(['redis-server'], 'while Redis is unavailable', () => {
	describe.each<{ how: string; stopRedis: () => unknown; startRedis: () => unknown }>([
		{ how: 'killed', stopRedis: () => redis.kill(), startRedis: () => redis.start() },
		{ how: 'frozen', stopRedis: () => redis.suspend(), startRedis: () => redis.resume() },
	])('because Redis was $how', ({ stopRedis, startRedis }) => {
		test('chats within an instance and pages work, readiness is degraded, and pending events arrive once when Redis is back', async () => {
			const { seller, buyer, room, selling, buying } = await openChat();
			const laptop = await firstSockets.connectToRoom(buyer, room);

			await stopRedis();
			const acknowledgement = await sendMessage(selling, room, 'First');
			await laptop.waitFor(CHAT_EVENTS.receiveMessage);
			await waitUntilBothReport('degraded');
			await sendMessage(selling, room, 'Second');
			const [page, profile, wrong] = await Promise.all([
				second.app.inject('/'),
				second.as(seller).get('/profile/get-profile'),
				signIn(second, seller.email, 'wrong password'),
			]);
			const readiness = await readinessOf(first);
			const late = await secondSockets.connect(buyer);
			await startRedis();
			await buying.waitFor(CHAT_EVENTS.receiveMessage, 2);
			await waitUntilBothReport('ok');
			await sendMessage(selling, room, 'Third');
			await buying.waitFor(CHAT_EVENTS.receiveMessage, 3);

			expect(acknowledgement).toMatchObject({ success: true });
			expect(readiness).toEqual({ status: 'degraded', degraded: ['redis'] });
			expect([page, profile, wrong].map(({ statusCode }) => statusCode)).toEqual([200, 200, 401]);
			expect(receivedTexts(buying)).toEqual(['First', 'Second', 'Third']);
			expect(receivedTexts(laptop)).toEqual(['First', 'Second', 'Third']);
			late.socket.close();
		});

		test('the log says once that Redis is unavailable, and once that Redis is back', async () => {
			const lines = () => first.log.filter((line) => line.includes('"Redis is'));
			const before = lines().length;

			await stopRedis();
			await waitUntilBothReport('degraded');
			await startRedis();
			await waitUntilBothReport('ok');

			expect(
				lines()
					.slice(before)
					.map((line) => JSON.parse(line).level),
			).toEqual([40, 30]);
		});
	});

	test('a ban takes effect on the other instance when Redis is back', async () => {
		const { seller, selling } = await openChat();
		const admin = await first.admin();

		await redis.kill();
		await waitUntilBothReport('degraded');
		await second.as(admin).put(`/admin/users/${seller.id}/ban`, { reason: 'Sold a brick' });
		await redis.start();

		await selling.disconnected;
	});
});
