import { describe, expect, test, vi } from 'vitest';
import { ADMIN_EVENTS, ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { CHAT_EVENTS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { SIGN_IN_LIMITS } from '#server/features/auth/sign-in-throttle.ts';
import { describeWith, openWith } from '#tests/support/debian-programs.ts';
import { openOfficeLine } from '#tests/support/office-line.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openPair } from '#tests/support/redis-pair.ts';
import { join, say, wordsOf } from '#tests/support/sockets.ts';

const WAIT = { timeout: 20_000, interval: 10 };
const { redis, one, other, here, there, readinessOf, areBoth } = await openWith(
	['redis-server'],
	openPair,
);

/** A seller on one instance and a buyer on the other, in one chat. */
async function openChat() {
	const [seller, buyer] = [await one.student(), await one.student()];
	const item = await one.item(seller);
	const room = await one.conversation(item, buyer);
	await one.message(room, buyer, 'Is it still there?');
	const selling = await here.enter(seller, room);
	const buying = await there.enter(buyer, room);
	await selling.hears(REALTIME_EVENTS.presence);
	return { seller, buyer, item, room, selling, buying };
}

const signIn = (t: typeof one, email: string, password: string) =>
	t.as(null).post('/auth/login', { email, password });

describeWith(['redis-server'], 'two instances that share a Redis', () => {
	test('exchange chat messages, read marks, typing signals and badge changes', async () => {
		const { seller, buyer, room, selling, buying } = await openChat();
		const elsewhere = await here.connect(buyer);
		const roomId = formatRoomId(room);

		const { id: messageId } = (await say(selling, room, 'It is still there.')) as { id: number };
		await buying.hears(CHAT_EVENTS.receiveMessage);
		await buying.ask(REALTIME_EVENTS.typing, { roomId, isTyping: true });
		await buying.ask(REALTIME_EVENTS.markRead, { roomId, messageId });

		expect(wordsOf(buying)).toEqual(['It is still there.']);
		expect(await selling.hears(REALTIME_EVENTS.typing)).toMatchObject({ userId: buyer.id });
		expect(await selling.hears(REALTIME_EVENTS.receipt)).toMatchObject({ readId: messageId });
		expect(await elsewhere.hears(REALTIME_EVENTS.chatChanged)).toMatchObject({ roomId });
		expect(selling.heard(REALTIME_EVENTS.receipt)).not.toContainEqual(
			expect.objectContaining({ userId: seller.id }),
		);
	});

	test('know which users are connected to either', async () => {
		const [seller, buyer] = [await one.student(), await one.student()];
		const room = await one.conversation(await one.item(seller), buyer);
		await one.message(room, buyer, 'Is it still there?');
		const buying = await there.connect(buyer);
		const isHere = async () => (await join(buying, buyer, room)).isHere;

		const before = await isHere();
		const phone = await here.connect(seller);
		await buying.hears(REALTIME_EVENTS.presence);
		const laptop = await there.connect(seller);
		phone.socket.close();
		await vi.waitUntil(() => one.app.realtime.io.sockets.sockets.size === 0, WAIT);
		laptop.socket.close();
		await buying.hears(REALTIME_EVENTS.presence, 2);

		expect(before).toBe(false);
		expect(buying.heard(REALTIME_EVENTS.presence)).toEqual([
			{ userId: seller.id, isHere: true },
			{ userId: seller.id, isHere: false },
		]);
	});

	test('tell a seller and a buyer about each other’s presence with the buyer’s first message', async () => {
		const [seller, buyer] = [await one.student(), await one.student()];
		const room = { itemId: (await one.item(seller)).id, buyerId: buyer.id };
		const selling = await here.enter(seller, room);
		const buying = await there.enter(buyer, room);

		await say(buying, room, 'Is it still there?');

		expect(await selling.hears(REALTIME_EVENTS.presence)).toEqual({
			userId: buyer.id,
			isHere: true,
		});
		expect(await buying.hears(REALTIME_EVENTS.presence)).toEqual({
			userId: seller.id,
			isHere: true,
		});
	});

	test('end the connections of a banned user, and the chats that others have open with them', async () => {
		const { seller, room, selling, buying } = await openChat();
		const admin = await one.admin();

		await other.as(admin).put(`/admin/users/${seller.id}/ban`, { reason: 'Sold a brick' });
		await selling.ended;
		await buying.hears(CHAT_EVENTS.errorMessage);

		expect(selling.heard(CHAT_EVENTS.errorMessage)).toEqual([AUTH_MESSAGES.suspended]);
		expect(buying.heard(CHAT_EVENTS.errorMessage)).toEqual([CHAT_MESSAGES.closed]);
		expect(await say(buying, room, 'Hello?')).toMatchObject({ message: CHAT_MESSAGES.notJoined });
	});

	test('tell every page that shows an item or its chat that the item is sold', async () => {
		const { seller, item, selling, buying } = await openChat();
		const looking = await there.connect(await one.student());
		await looking.ask(REALTIME_EVENTS.watchItems, { itemIds: [item.id] });

		await one.as(seller).patch(`/item/mark-as-sold/${item.id}`);

		for (const line of [selling, buying, looking]) {
			const told = await line.hears(REALTIME_EVENTS.itemChanged);
			expect(told).toMatchObject({ itemId: item.id, status: 'sold' });
		}
		expect(await buying.hears(REALTIME_EVENTS.notificationsChanged)).toEqual({});
	});

	test('end presence on both sides after a block', async () => {
		const { seller, buyer, selling, buying } = await openChat();

		await one.as(seller).put(`/people/${buyer.id}/block`);

		for (const line of [selling, buying]) {
			await line.hears(REALTIME_EVENTS.typing);
			await line.caughtUp();
			expect(line.heard(REALTIME_EVENTS.presence).at(-1)).toMatchObject({ isHere: false });
		}
	});

	test('end the chats about a banned item', async () => {
		const { item, selling, buying } = await openChat();

		await one.as(await one.admin()).put(`/admin/items/${item.id}/ban`, { reason: 'A brick' });

		for (const line of [selling, buying]) {
			expect(await line.hears(CHAT_EVENTS.errorMessage)).toBe(CHAT_MESSAGES.closed);
		}
	});

	test('end the connections of a session that is signed out', async () => {
		const student = await one.student();
		const phone = (await signIn(one, student.email, PASSWORD)).json();
		const line = await there.connect({ token: phone.accessToken });
		const { sessions } = (await one.as(student).get('/account/sessions')).json();
		const session = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);

		await one.as(student).delete(`/account/sessions/${session.id}`);
		await line.ended;

		expect(line.heard(CHAT_EVENTS.errorMessage)).toEqual([CHAT_MESSAGES.signedOut]);
	});

	test("send events to every administrator's page", async () => {
		const item = await one.item(await one.student());
		const page = await openOfficeLine(other, await one.admin());

		const complaint = { complaint: 'Not real.' };
		await one.as(await one.student()).post(`/report/report-item/${item.id}`, complaint);

		await vi.waitUntil(() => page.heard(ADMIN_EVENTS.changed).length >= 2, WAIT);
		expect(page.heard(ADMIN_EVENTS.changed)).toContainEqual({ what: 'reports' });
	});

	test("send events to every administrator's page except the one that caused them", async () => {
		const admin = await one.admin();
		const [page, another] = [
			await openOfficeLine(other, admin),
			await openOfficeLine(other, admin),
		];
		const { id } = await one.item(await one.student());
		const headers = { [ADMIN_SOCKET_HEADER]: page.socket.id };

		await one.as(admin).call('PUT', `/admin/items/${id}/ban`, { headers, payload: {} });
		await vi.waitUntil(() => another.heard(ADMIN_EVENTS.changed).length > 0, WAIT);
		one.app.adminChannel.publish({ what: 'feedback' });
		await vi.waitUntil(() => page.heard(ADMIN_EVENTS.changed).length > 0, WAIT);

		expect(another.heard(ADMIN_EVENTS.changed)).toContainEqual({ what: 'items' });
		expect(page.heard(ADMIN_EVENTS.changed)).toEqual([{ what: 'feedback' }]);
	});

	test("end an administrator's connections on both", async () => {
		const admin = await one.admin();
		const page = await openOfficeLine(other, admin);

		one.app.adminChannel.endAdmin(admin.id);

		expect(await page.ended).toBe('io server disconnect');
	});

	test('count failed passwords together', async () => {
		const { email } = await one.student();

		const statuses: number[] = [];
		for (let n = 0; n <= SIGN_IN_LIMITS.freeAttempts + 1; n += 1) {
			const res = await signIn(n % 2 === 0 ? one : other, email, 'wrong password');
			statuses.push(res.statusCode);
		}

		expect(statuses).toEqual([...new Array(SIGN_IN_LIMITS.freeAttempts).fill(401), 429, 429]);
	});

	test("receive each other's events, and their own at once", async () => {
		const heard: string[] = [];
		one.app.realtime.bus.subscribe('chats over', () => heard.push('one'));
		other.app.realtime.bus.subscribe('chats over', () => heard.push('other'));

		one.app.realtime.bus.publish('chats over', { room: 'nobody is in' });
		const atOnce = [...heard];
		await vi.waitUntil(() => heard.length === 2, WAIT);

		expect(atOnce).toEqual(['one']);
		expect(heard).toEqual(['one', 'other']);
	});
});

describeWith(['redis-server'], 'while Redis is away', () => {
	describe.each<{ how: string; leave: () => unknown; comeBack: () => unknown }>([
		{ how: 'killed', leave: () => redis.kill(), comeBack: () => redis.start() },
		{ how: 'frozen', leave: () => redis.freeze(), comeBack: () => redis.thaw() },
	])('$how', ({ leave, comeBack }) => {
		test('chats within an instance and pages go on, the log says so, and pending events arrive later, once', async () => {
			const { seller, buyer, room, selling, buying } = await openChat();
			const laptop = await here.enter(buyer, room);

			await leave();
			const said = await say(selling, room, 'First');
			await laptop.hears(CHAT_EVENTS.receiveMessage);
			await areBoth('degraded');
			await say(selling, room, 'Second');
			const [page, profile, wrong] = await Promise.all([
				other.app.inject('/'),
				other.as(seller).get('/profile/get-profile'),
				signIn(other, seller.email, 'wrong password'),
			]);
			const words = await readinessOf(one);
			const late = await there.connect(buyer);
			await comeBack();
			await buying.hears(CHAT_EVENTS.receiveMessage, 2);
			await areBoth('ok');
			await say(selling, room, 'Third');
			await buying.hears(CHAT_EVENTS.receiveMessage, 3);

			expect(said).toMatchObject({ success: true });
			expect(words).toEqual({ status: 'degraded', degraded: ['redis'] });
			expect([page, profile, wrong].map(({ statusCode }) => statusCode)).toEqual([200, 200, 401]);
			expect(wordsOf(buying)).toEqual(['First', 'Second', 'Third']);
			expect(wordsOf(laptop)).toEqual(['First', 'Second', 'Third']);
			late.socket.close();
		});

		test('the log says once that it is unavailable, and once that it is back', async () => {
			const lines = () => one.log.filter((line) => line.includes('"Redis is'));
			const before = lines().length;

			await leave();
			await areBoth('degraded');
			await comeBack();
			await areBoth('ok');

			expect(
				lines()
					.slice(before)
					.map((line) => JSON.parse(line).level),
			).toEqual([40, 30]);
		});
	});

	test('a ban takes effect on the other once it is back', async () => {
		const { seller, selling } = await openChat();
		const admin = await one.admin();

		await redis.kill();
		await areBoth('degraded');
		await other.as(admin).put(`/admin/users/${seller.id}/ban`, { reason: 'Sold a brick' });
		await redis.start();

		await selling.ended;
	});
});
