import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Socket } from 'socket.io-client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Acknowledgement } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import { openPool } from '#server/db/client.ts';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import { photoFileNames } from '#server/storage/photo-urls.ts';
import { cleanUpPhotos } from '#tests/support/chat-photos.ts';
import { FAULT_ROUNDS, FEATURE_TARGETS, openKillableApp } from '#tests/support/killable-app.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { query } from '#tests/support/query.ts';
import { openReconnectingSocket } from '#tests/support/reconnecting-socket.ts';
import { SECRET } from '#tests/support/secret.ts';
import { jpeg } from '#tests/support/test-images.ts';
import { insertPairs, type Member } from '../../../bench/lib/chat-pairs.ts';

const WAIT = { timeout: 60_000, interval: 20 };
const DAY_MS = 24 * 3_600_000;

const app = await openKillableApp();
const pool = openPool(app.url, () => undefined);
onCleanup(pool.close);

beforeAll(() => app.restart());

/** Uploads a photo, a different one each time. @returns its id; undefined if the server was killed meanwhile */
async function upload({ token }: Member): Promise<number | undefined> {
	const { bytes } = await jpeg({ width: 200 + Math.floor(Math.random() * 400), height: 300 });
	const body = new FormData();
	body.append('images', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
	const headers = { authorization: `Bearer ${token}` };
	const url = `${app.address}/api/chat/photos`;
	const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
	if (response?.status !== 201) return undefined;
	return (await response.json()).photos[0].id;
}

/** Opens a connection that joins the room whenever it connects. */
function openChat({ id, token }: Member, room: Room): Socket {
	const socket = openReconnectingSocket(app.address, token);
	const userType = id === room.buyerId ? 'buyer' : 'seller';
	socket.on('connect', () => socket.emit(CHAT_EVENTS.joinRoom, { ...room, userType }));
	return socket;
}

/** Sends until the server has answered, as a page does. */
async function sendUntilStored(socket: Socket, sent: object): Promise<number> {
	return vi.waitUntil(async () => {
		const answer: Acknowledgement | undefined = await socket
			.timeout(2000)
			.emitWithAck(CHAT_EVENTS.sendMessage, sent)
			.catch(() => undefined);
		return answer?.success && answer.id;
	}, WAIT);
}

const photosOf = (clientId: string) =>
	query<{ id: string; messages: number }>(
		app.url,
		`select sent.id, (select count(*)::int from messages where client_id = $1) as messages
		from chat_photos sent join messages on messages.id = sent.message_id
		where messages.client_id = $1 order by position`,
		[clientId],
	);

test.each(FEATURE_TARGETS)(
	'after a kill (%s) around the upload and the sending of a chat photo, the photo is stored once with its message, or not at all',
	{ timeout: 120_000 * FAULT_ROUNDS },
	async (target) => {
		for (let round = 0; round < FAULT_ROUNDS; round += 1) {
			const [pair] = await insertPairs(pool.db, 1, SECRET);
			if (!pair) throw new Error('There is no pair.');
			const { room } = pair;
			const [buyer] = pair.members;
			const socket = openChat(buyer, room);
			const roomId = formatRoomId(room);

			// A kill between the upload and the sending.
			const first = (await upload(buyer)) ?? 0;
			await app.kill(target);
			await app.restart();
			const clientId = randomUUID();
			const sent = { roomId, message: '', photoIds: [first], clientId };
			const id = await sendUntilStored(socket, sent);
			expect(await sendUntilStored(socket, sent)).toBe(id);
			expect(await photosOf(clientId)).toEqual([{ id: String(first), messages: 1 }]);

			// A kill between the sending and the acknowledgement.
			const second = (await upload(buyer)) ?? 0;
			const again = { ...sent, photoIds: [second], clientId: randomUUID() };
			socket.emit(CHAT_EVENTS.sendMessage, again);
			await app.kill(target);
			await app.restart();
			await sendUntilStored(socket, again);
			expect(await photosOf(again.clientId)).toEqual([{ id: String(second), messages: 1 }]);

			// A kill during an upload.
			const lost = upload(buyer);
			await app.kill(target);
			await app.restart();
			await lost;
			socket.close();
		}
		await expectOnlySentPhotos();
	},
);

/** Expects that the cleanup of the next day leaves exactly the files of the photos that were sent. */
async function expectOnlySentPhotos(): Promise<void> {
	const store = createDiskPhotoStore(join(app.dataDir, 'photos'));
	const now = new Date(Date.now() + DAY_MS + 60_000);
	await cleanUpPhotos({ db: pool.db, store }, now);
	const sent = await query<{ hash: string }>(
		app.url,
		'select distinct photo_hash as hash from chat_photos where message_id is not null',
	);
	const files = (await Array.fromAsync(store.list())).map(({ name }) => name);

	expect(files.sort()).toEqual(sent.flatMap(({ hash }) => photoFileNames(hash)).sort());
}
