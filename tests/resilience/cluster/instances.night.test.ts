import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { type BalancerName, openBalancedApp } from '#tests/support/balanced-app.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { openParticipant } from '#tests/support/reconnecting-chats.ts';
import { jpeg } from '#tests/support/test-images.ts';

const WAIT = { timeout: 20_000, interval: 10 };

describeWithPrograms(['nginx', 'haproxy', 'redis-server'], 'two instances', () => {
	let app: Awaited<ReturnType<typeof openBalancedApp>>;
	beforeAll(async () => {
		app = await openBalancedApp(await cloneDatabase(), { environment: { RATE_LIMIT: 'on' } });
	});

	afterAll(() => app?.stop());

	describe.each<BalancerName>(['nginx', 'haproxy'])('behind %s', (name) => {
		let balancer: Awaited<ReturnType<(typeof app)['startBalancer']>>;
		beforeAll(async () => {
			balancer = await app.startBalancer(name);
		});

		/** A user's realtime connection to an instance. */
		async function listen(
			token: string,
			instance: number,
			transport = 'websocket',
		): Promise<Socket> {
			const socket = io(balancer.address, {
				auth: { token },
				forceNew: true,
				reconnection: false,
				transports: [transport],
				extraHeaders: { cookie: balancer.cookies[instance] ?? '' },
			});
			onCleanup(() => socket.close());
			await new Promise<void>((resolve, reject) => {
				socket.once('connect', resolve);
				socket.once('connect_error', reject);
			});
			return socket;
		}
		const waitForEvent = (socket: Socket, event: string) =>
			new Promise((resolve) => void socket.once(event, resolve));

		test.each(['websocket', 'polling'] as const)(
			'chat messages by %s arrive on both instances in the same order',
			async (transport) => {
				const [seller, buyer] = [await app.student(), await app.student()];
				const room = await app.conversation(await app.item(seller), buyer);
				const participants = [buyer, seller].map((person, instance) => {
					const cookie = balancer.cookies[instance] ?? '';
					const participant = openParticipant(
						{ address: balancer.address, transport, cookie },
						person,
						room,
					);
					onCleanup(() => participant.socket.close());
					return participant;
				});
				await vi.waitUntil(() => participants.every(({ isJoined }) => isJoined()), WAIT);

				// The buyer must write first, so the seller waits for this message.
				participants[0]?.sendMessage('Word 0');
				await vi.waitUntil(
					() => participants.every(({ shownMessages }) => shownMessages.size === 1),
					WAIT,
				);
				for (let count = 1; count < 10; count++)
					participants[count % 2]?.sendMessage(`Word ${count}`);
				await vi.waitUntil(
					() => participants.every(({ shownMessages }) => shownMessages.size === 10),
					WAIT,
				);

				const [buying, selling] = participants.map(({ shownMessages }) =>
					[...shownMessages].sort(([a], [b]) => a - b),
				);
				expect(buying).toEqual(selling);
			},
		);

		test('a notification arrives on the other instance', async () => {
			const [seller, buyer] = [await app.student(), await app.student()];
			const room = await app.conversation(await app.item(seller), buyer);
			const listening = await listen(seller.token, 1, 'polling');
			const notified = waitForEvent(listening, REALTIME_EVENTS.notificationsChanged);
			const writing = await listen(buyer.token, 0);

			await writing.emitWithAck(CHAT_EVENTS.joinRoom, { ...room, userType: 'buyer' });
			const roomId = `${room.itemId}-${room.buyerId}`;
			await writing.emitWithAck(CHAT_EVENTS.sendMessage, { roomId, message: 'Is it there?' });

			expect(await notified).toEqual({});
		});

		test('the start and the end of maintenance take effect on the other instance', async () => {
			const admin = await app.admin({ roleLevel: 'super_admin' });
			const person = await app.student();
			const isClosed = async () =>
				(await balancer.request('/api/item/get-all-items', { instance: 1 })).status === 503;
			const change = (maintenanceMode: boolean) => {
				const body = { maintenanceMode, maintenanceMessage: 'New disks are going in.' };
				return balancer.request('/api/admin/settings', {
					instance: 0,
					as: admin,
					method: 'PUT',
					body,
				});
			};
			const socket = await listen(person.token, 1);
			const errorMessage = waitForEvent(socket, CHAT_EVENTS.errorMessage);

			await change(true);
			await vi.waitUntil(isClosed, WAIT);
			const shownMessage = await errorMessage;
			await change(false);
			await vi.waitUntil(async () => !(await isClosed()), WAIT);

			expect(shownMessage).toBe('New disks are going in.');
		});

		test('a ban disconnects the user from the other instance', async () => {
			const [admin, person] = [await app.admin(), await app.student()];
			const socket = await listen(person.token, 1);
			const disconnected = waitForEvent(socket, 'disconnect');
			const path = `/api/admin/users/${person.id}/ban`;

			await balancer.request(path, {
				instance: 0,
				as: admin,
				method: 'PUT',
				body: { reason: 'Enough.' },
			});

			expect(await disconnected).toBe('io server disconnect');
			expect((await balancer.request('/api/auth', { instance: 1, as: person })).status).toBe(401);
		});

		test('a sign-out ends the session on the other instance', async () => {
			const person = await app.student();
			const socket = await listen(person.token, 1, 'polling');
			const errorMessage = waitForEvent(socket, CHAT_EVENTS.errorMessage);

			await balancer.request('/api/auth/logout', { instance: 0, as: person, method: 'POST' });

			expect(await errorMessage).toBe(CHAT_ERRORS.signedOut.message);
			expect((await balancer.request('/api/auth', { instance: 1, as: person })).status).toBe(401);
		});

		test('failed passwords on both instances are counted together', async () => {
			const { email } = await app.student();
			const statuses: number[] = [];
			for (let attempt = 0; attempt < 7; attempt++) {
				const body = { email, password: 'not the one' };
				const requestOptions = { instance: attempt % 2, method: 'POST', body };
				statuses.push((await balancer.request('/api/auth/login', requestOptions)).status);
			}

			expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
		});

		test('a posted item, its photo and its sale are visible on the other instance', async () => {
			const seller = await app.student();
			const form = new FormData();
			for (const [field, value] of Object.entries(ITEM_FIELDS)) form.append(field, String(value));
			const { bytes } = await jpeg({ width: 640, height: 480 });
			form.append('images', new Blob([new Uint8Array(bytes)]), 'casio.jpg');
			const idsOn = async (instance: number) => {
				const response = await balancer.request('/api/items?limit=5', { instance });
				return ((await response.json()) as { items: { id: number }[] }).items.map(({ id }) => id);
			};
			await idsOn(1);

			const requestOptions = { instance: 0, as: seller, method: 'POST', body: form };
			const { item } = await (await balancer.request('/api/item/add-item', requestOptions)).json();
			await vi.waitUntil(async () => (await idsOn(1)).includes(item.id), WAIT);
			const photo = await balancer.request(new URL(item.imageUrl[0], balancer.address).pathname, {
				instance: 1,
			});
			const sale = { instance: 1, as: seller, method: 'PATCH' };
			await balancer.request(`/api/item/mark-as-sold/${item.id}`, sale);
			await vi.waitUntil(async () => !(await idsOn(0)).includes(item.id), WAIT);

			expect(photo.status).toBe(200);
			expect(photo.headers.get('content-type')).toBe('image/webp');
		});
	});
});
