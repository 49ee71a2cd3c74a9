import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CHAT_EVENTS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { type BalancerName, openBalancedMarket } from '#tests/support/balanced-market.ts';
import { cloneDatabase } from '#tests/support/clone.ts';
import { describeWith } from '#tests/support/debian-programs.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { jpeg } from '#tests/support/pictures.ts';
import { openVoice } from '#tests/support/steady-chats.ts';
import { whenDone } from '#tests/support/when-done.ts';

const WAIT = { timeout: 20_000, interval: 10 };

describeWith(['nginx', 'haproxy', 'redis-server'], 'what is done on one instance', () => {
	let market: Awaited<ReturnType<typeof openBalancedMarket>>;
	beforeAll(async () => {
		market = await openBalancedMarket(await cloneDatabase(), { environment: { RATE_LIMIT: 'on' } });
	});

	afterAll(() => market?.stop());

	describe.each<BalancerName>(['nginx', 'haproxy'])(
		'reaches another instance behind %s:',
		(name) => {
			let before: Awaited<ReturnType<(typeof market)['behind']>>;
			beforeAll(async () => {
				before = await market.behind(name);
			});

			/** A user's realtime connection to an instance. */
			async function listen(token: string, by: number, transport = 'websocket'): Promise<Socket> {
				const socket = io(before.address, {
					auth: { token },
					forceNew: true,
					reconnection: false,
					transports: [transport],
					extraHeaders: { cookie: before.cookies[by] ?? '' },
				});
				whenDone(() => socket.close());
				await new Promise<void>((settle, fail) => {
					socket.once('connect', settle);
					socket.once('connect_error', fail);
				});
				return socket;
			}
			const told = (socket: Socket, event: string) =>
				new Promise((settle) => void socket.once(event, settle));

			test.each(['websocket', 'polling'] as const)('a message, by %s', async (transport) => {
				const [seller, buyer] = [await market.student(), await market.student()];
				const room = await market.conversation(await market.item(seller), buyer);
				const voices = [buyer, seller].map((person, by) => {
					const cookie = before.cookies[by] ?? '';
					const voice = openVoice({ address: before.address, transport, cookie }, person, room);
					whenDone(() => voice.socket.close());
					return voice;
				});
				await vi.waitUntil(() => voices.every(({ isIn }) => isIn()), WAIT);

				// The buyer writes first.
				voices[0]?.say('Word 0');
				await vi.waitUntil(() => voices.every(({ seen }) => seen.size === 1), WAIT);
				for (let count = 1; count < 10; count++) voices[count % 2]?.say(`Word ${count}`);
				await vi.waitUntil(() => voices.every(({ seen }) => seen.size === 10), WAIT);

				const [buying, selling] = voices.map(({ seen }) => [...seen].sort(([a], [b]) => a - b));
				expect(buying).toEqual(selling);
			});

			test('a notification', async () => {
				const [seller, buyer] = [await market.student(), await market.student()];
				const room = await market.conversation(await market.item(seller), buyer);
				const listening = await listen(seller.token, 1, 'polling');
				const news = told(listening, REALTIME_EVENTS.notificationsChanged);
				const writing = await listen(buyer.token, 0);

				await writing.emitWithAck(CHAT_EVENTS.joinRoom, { ...room, userType: 'buyer' });
				const roomId = `${room.itemId}-${room.buyerId}`;
				await writing.emitWithAck(CHAT_EVENTS.sendMessage, { roomId, message: 'Is it there?' });

				expect(await news).toEqual({});
			});

			test('the start and end of maintenance', async () => {
				const admin = await market.admin({ roleLevel: 'super_admin' });
				const person = await market.student();
				const isClosed = async () =>
					(await before.ask('/api/item/get-all-items', { by: 1 })).status === 503;
				const change = (maintenanceMode: boolean) => {
					const body = { maintenanceMode, maintenanceMessage: 'New disks are going in.' };
					return before.ask('/api/admin/settings', { by: 0, as: admin, method: 'PUT', body });
				};
				const socket = await listen(person.token, 1);
				const words = told(socket, CHAT_EVENTS.errorMessage);

				await change(true);
				await vi.waitUntil(isClosed, WAIT);
				const said = await words;
				await change(false);
				await vi.waitUntil(async () => !(await isClosed()), WAIT);

				expect(said).toBe('New disks are going in.');
			});

			test('a ban', async () => {
				const [admin, person] = [await market.admin(), await market.student()];
				const socket = await listen(person.token, 1);
				const gone = told(socket, 'disconnect');
				const path = `/api/admin/users/${person.id}/ban`;

				await before.ask(path, { by: 0, as: admin, method: 'PUT', body: { reason: 'Enough.' } });

				expect(await gone).toBe('io server disconnect');
				expect((await before.ask('/api/auth', { by: 1, as: person })).status).toBe(401);
			});

			test('the end of a session', async () => {
				const person = await market.student();
				const socket = await listen(person.token, 1, 'polling');
				const words = told(socket, CHAT_EVENTS.errorMessage);

				await before.ask('/api/auth/logout', { by: 0, as: person, method: 'POST' });

				expect(await words).toBe(CHAT_MESSAGES.signedOut);
				expect((await before.ask('/api/auth', { by: 1, as: person })).status).toBe(401);
			});

			test('the number of failed passwords', async () => {
				const { email } = await market.student();
				const statuses: number[] = [];
				for (let tries = 0; tries < 7; tries++) {
					const body = { email, password: 'not the one' };
					const asked = { by: tries % 2, method: 'POST', body };
					statuses.push((await before.ask('/api/auth/login', asked)).status);
				}

				expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
			});

			test('a posted item with its photo, and its sale', async () => {
				const seller = await market.student();
				const form = new FormData();
				for (const [field, value] of Object.entries(ITEM_FIELDS)) form.append(field, String(value));
				const { bytes } = await jpeg({ width: 640, height: 480 });
				form.append('images', new Blob([new Uint8Array(bytes)]), 'casio.jpg');
				const idsOn = async (by: number) => {
					const answer = await before.ask('/api/items?limit=5', { by });
					return ((await answer.json()) as { items: { id: number }[] }).items.map(({ id }) => id);
				};
				await idsOn(1);

				const asked = { by: 0, as: seller, method: 'POST', body: form };
				const { item } = await (await before.ask('/api/item/add-item', asked)).json();
				await vi.waitUntil(async () => (await idsOn(1)).includes(item.id), WAIT);
				const photo = await before.ask(new URL(item.imageUrl[0], before.address).pathname, {
					by: 1,
				});
				const sale = { by: 1, as: seller, method: 'PATCH' };
				await before.ask(`/api/item/mark-as-sold/${item.id}`, sale);
				await vi.waitUntil(async () => !(await idsOn(0)).includes(item.id), WAIT);

				expect(photo.status).toBe(200);
				expect(photo.headers.get('content-type')).toBe('image/webp');
			});
		},
	);
});
