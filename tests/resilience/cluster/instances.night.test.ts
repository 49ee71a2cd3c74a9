import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { beforeAll, expect, test, vi } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { ChatMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { openPool } from '#server/db/client.ts';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import { startAppProcess } from '#tests/support/app-process.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { factories, ITEM_FIELDS } from '#tests/support/factories.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { openRedisServer } from '#tests/support/redis-server.ts';
import { jpeg } from '#tests/support/test-images.ts';

const WAIT = { timeout: 20_000, interval: 10 };

interface RequestOptions {
	/** Index of the instance, from 0. */
	instance: number;
	as?: { token: string };
	method?: string;
	/** `FormData` is sent unchanged, anything else as JSON. */
	body?: object;
}

/** Two instances on one database and one Redis; the caller stops them. */
async function openTwoInstances() {
	const databaseUrl = await cloneDatabase();
	const redis = await openRedisServer();
	const dataDir = await mkdtemp(join(tmpdir(), 'market-instances-'));
	const settings = {
		DATA_DIR: dataDir,
		DATABASE_URL: databaseUrl,
		REDIS_URL: redis.url,
		TRUST_PROXY: '1',
		RATE_LIMIT: 'on',
		WEB_FOLDER: join(import.meta.dirname, '../../support/pages'),
	};
	const instances = await Promise.all([startAppProcess(settings), startAppProcess(settings)]);
	const { db, close } = openPool(databaseUrl, () => undefined);
	async function stop(): Promise<void> {
		await close();
		await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
		await redis.kill();
		await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
	}
	const addresses = instances.map(({ address }) => address);

	function request(path: string, { instance, as, method = 'GET', body }: RequestOptions) {
		const isForm = body instanceof FormData;
		const headers = {
			...(as && { authorization: `Bearer ${as.token}` }),
			...(body && !isForm && { 'content-type': 'application/json' }),
		};
		const payload = isForm ? body : JSON.stringify(body);
		const options = { method, headers, ...(body && { body: payload }) };
		return fetch(`${addresses[instance]}${path}`, options);
	}
	const store = createDiskPhotoStore(join(dataDir, 'photos'));
	return { ...factories(db, store), addresses, request, stop };
}

describeWithPrograms(['redis-server'], 'two instances', () => {
	let app: Awaited<ReturnType<typeof openTwoInstances>>;
	beforeAll(async () => {
		app = await openTwoInstances();
		return app.stop;
	});

	/** A user's realtime connection to an instance. */
	async function listen(token: string, instance: number, transport = 'websocket'): Promise<Socket> {
		const socket = io(app.addresses[instance], {
			auth: { token },
			forceNew: true,
			reconnection: false,
			transports: [transport],
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

	test.each(['websocket', 'polling'])(
		'chat messages by %s arrive once on both instances, with ids that order them',
		async (transport) => {
			const [seller, buyer] = [await app.student(), await app.student()];
			const room = await app.conversation(await app.item(seller), buyer);
			const roomId = formatRoomId(room);
			const join = async (person: typeof buyer, instance: number) => {
				const socket = await listen(person.token, instance, transport);
				const messages: number[] = [];
				socket.on(CHAT_EVENTS.receiveMessage, ({ id }: ChatMessage) => void messages.push(id));
				const userType = person === buyer ? 'buyer' : 'seller';
				await socket.emitWithAck(CHAT_EVENTS.joinRoom, { ...room, userType });
				const send = (message: string) =>
					socket.emitWithAck(CHAT_EVENTS.sendMessage, { roomId, message });
				return { messages, send };
			};
			const [buying, selling] = [await join(buyer, 0), await join(seller, 1)];

			// The buyer must write first.
			await buying.send('Word 0');
			await Promise.all(
				Array.from({ length: 10 }, (_, count) =>
					(count % 2 === 0 ? buying : selling).send(`Word ${count + 1}`),
				),
			);
			await vi.waitUntil(
				() => [buying, selling].every(({ messages }) => messages.length === 11),
				WAIT,
			);

			const inOrder = (messages: number[]) => messages.toSorted((one, other) => one - other);
			expect(new Set(buying.messages).size).toBe(11);
			expect(inOrder(selling.messages)).toEqual(inOrder(buying.messages));
		},
	);

	test('a notification arrives on the other instance', async () => {
		const [seller, buyer] = [await app.student(), await app.student()];
		const room = await app.conversation(await app.item(seller), buyer);
		const listening = await listen(seller.token, 1, 'polling');
		const notified = waitForEvent(listening, REALTIME_EVENTS.notificationsChanged);
		const writing = await listen(buyer.token, 0);

		await writing.emitWithAck(CHAT_EVENTS.joinRoom, { ...room, userType: 'buyer' });
		const roomId = formatRoomId(room);
		await writing.emitWithAck(CHAT_EVENTS.sendMessage, { roomId, message: 'Is it there?' });

		expect(await notified).toEqual({});
	});

	test('the start and the end of maintenance take effect on the other instance', async () => {
		const admin = await app.admin({ roleLevel: 'super_admin' });
		const person = await app.student();
		const isClosed = async () =>
			(await app.request('/api/item/get-all-items', { instance: 1 })).status === 503;
		const change = (maintenanceMode: boolean) => {
			const body = { maintenanceMode, maintenanceMessage: 'New disks are going in.' };
			return app.request('/api/admin/settings', {
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

		await app.request(path, {
			instance: 0,
			as: admin,
			method: 'PUT',
			body: { reason: 'Enough.' },
		});

		expect(await disconnected).toBe('io server disconnect');
		expect((await app.request('/api/auth', { instance: 1, as: person })).status).toBe(401);
	});

	test('a sign-out ends the session on the other instance', async () => {
		const person = await app.student();
		const socket = await listen(person.token, 1, 'polling');
		const errorMessage = waitForEvent(socket, CHAT_EVENTS.errorMessage);

		await app.request('/api/auth/logout', { instance: 0, as: person, method: 'POST' });

		expect(await errorMessage).toBe(CHAT_ERRORS.signedOut.message);
		expect((await app.request('/api/auth', { instance: 1, as: person })).status).toBe(401);
	});

	test('failed passwords on both instances are counted together', async () => {
		const { email } = await app.student();
		const statuses: number[] = [];
		for (let attempt = 0; attempt < 7; attempt++) {
			const body = { email, password: 'not the one' };
			const requestOptions = { instance: attempt % 2, method: 'POST', body };
			statuses.push((await app.request('/api/auth/login', requestOptions)).status);
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
			const response = await app.request('/api/items?limit=5', { instance });
			return ((await response.json()) as { items: { id: number }[] }).items.map(({ id }) => id);
		};
		await idsOn(1);

		const requestOptions = { instance: 0, as: seller, method: 'POST', body: form };
		const { item } = await (await app.request('/api/item/add-item', requestOptions)).json();
		await vi.waitUntil(async () => (await idsOn(1)).includes(item.id), WAIT);
		const photo = await app.request(new URL(item.imageUrl[0], app.addresses[0]).pathname, {
			instance: 1,
		});
		const sale = { instance: 1, as: seller, method: 'PATCH' };
		await app.request(`/api/item/mark-as-sold/${item.id}`, sale);
		await vi.waitUntil(async () => !(await idsOn(0)).includes(item.id), WAIT);

		expect(photo.status).toBe(200);
		expect(photo.headers.get('content-type')).toBe('image/webp');
	});
});
