import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { expect, vi } from 'vitest';
import type { Acknowledgement } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { openPool } from '#server/db/client.ts';
import { insertPairs, type Member } from '../../bench/lib/chat-pairs.ts';
import { ITEM_FIELDS } from './factories.ts';
import { PASSWORD } from './password.ts';
import { SECRET } from './secret.ts';
import { openSocket } from './sockets.ts';
import { jpeg } from './test-images.ts';

const WAIT = { timeout: 30_000, interval: 20 };

interface AppResponse {
	status: number;
	retryAfter: string | null;
	body: string;
}

const photo = await jpeg();

/** Registers a seller, and returns their email address and functions that send requests to an app whose database or other service fails. */
export async function openAppClient(address: string) {
	const email = `${randomUUID()}@campus.example`;
	const json = { 'content-type': 'application/json' };
	const person = JSON.stringify({ userName: 'Asha', email, password: PASSWORD });
	const signedUp = await request('/api/auth/register', {
		method: 'POST',
		headers: json,
		body: person,
	});
	const { accessToken } = JSON.parse(signedUp.body);
	const headers = { authorization: `Bearer ${accessToken}` };

	async function request(path: string, init: RequestInit = {}): Promise<AppResponse> {
		const answer = await fetch(`${address}${path}`, init);
		const body = await answer.text();
		return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body };
	}

	/** @param key the idempotency key, under which it may be sent again */
	function post(key = randomUUID()): Promise<AppResponse> {
		const body = new FormData();
		for (const [name, value] of Object.entries(ITEM_FIELDS)) body.append(name, String(value));
		body.append('images', new Blob([new Uint8Array(photo.bytes)]), photo.name);
		const keyed = { ...headers, 'idempotency-key': key };
		return request('/api/item/add-item', { method: 'POST', headers: keyed, body });
	}

	/** One request of each kind that needs the database. */
	const requestAll = () =>
		Promise.all([
			request('/api/item/get-all-items'),
			request('/api/profile/get-profile', { headers }),
			request('/api/auth/login', {
				method: 'POST',
				headers: json,
				body: JSON.stringify({ email, password: PASSWORD }),
			}),
			request('/api/account/name', {
				method: 'PUT',
				headers: { ...headers, ...json },
				body: JSON.stringify({ userName: 'Asha' }),
			}),
			post(),
			request(`/photos/${'a'.repeat(64)}-640.webp`),
			request('/sitemap.xml'),
			request('/health/ready'),
		]);

	/**
	 * Expects that requests are refused with a readable message while the database is unavailable, and that requests which do
	 * not need it are served.
	 * @returns the refusals
	 */
	async function expectOrderlyRejections(): Promise<AppResponse[]> {
		const [page, liveness, ...responses] = await Promise.all([
			request('/'),
			request('/health/live'),
			...(await requestAll()),
		]);
		expect(liveness.status).toBe(200);
		expect(page.status).toBe(200);
		expect(page.body).toContain('<title>Passdown</title>');
		const rejected = responses.filter(({ status }) => status >= 500);
		for (const { status, retryAfter, body } of rejected) {
			expect([status, retryAfter]).toEqual([503, '2']);
			// The reply of `/health/ready`, which has a `status`, is no error reply.
			if (!body.includes('"status"')) {
				expect(JSON.parse(body)).toEqual({ success: false, ...REQUEST_ERRORS.unavailable });
			}
		}
		return rejected;
	}

	/** Waits until all requests are served again. */
	async function expectRecovery(): Promise<void> {
		await vi.waitUntil(async () => (await requestAll()).every(({ status }) => status < 500), WAIT);
	}

	return { email, request, post, requestAll, expectOrderlyRejections, expectRecovery, headers };
}

interface ChatSession {
	socket: Socket;
	/** Sends a message to the room and waits for the result. */
	sendMessage: (message: string, clientId: string) => Promise<Acknowledgement>;
	/** Opens another connection. @returns the error when it is refused */
	tryToConnect: () => Promise<string | undefined>;
}

/** Two users in a chat, and the connection of one of them. */
export async function openChatSession(address: string, databaseUrl: string): Promise<ChatSession> {
	const { db, close } = openPool(databaseUrl, () => undefined);
	const [pair] = await insertPairs(db, 1, SECRET);
	await close();
	if (!pair) throw new Error('There is no pair.');
	const [buyer] = pair.members;
	const { room } = pair;
	const socket = await joinRoomAs(address, buyer, room);
	async function sendMessage(message: string, clientId: string) {
		const payload = { roomId: formatRoomId(room), message, clientId };
		return socket.timeout(WAIT.timeout).emitWithAck(CHAT_EVENTS.sendMessage, payload);
	}
	async function tryToConnect(): Promise<string | undefined> {
		const other = openSocket(address, buyer.token);
		return new Promise((resolve) => {
			other.on('connect', () => resolve(undefined));
			other.on('connect_error', ({ message }) => resolve(message));
		});
	}
	return { socket, sendMessage, tryToConnect };
}

async function joinRoomAs(address: string, person: Member, room: Room): Promise<Socket> {
	const socket = openSocket(address, person.token, { reconnection: true });
	const payload = { itemId: room.itemId, userType: 'buyer' };
	const answer = await socket.timeout(WAIT.timeout).emitWithAck(CHAT_EVENTS.joinRoom, payload);
	if (!answer.success) throw new Error(answer.message);
	return socket;
}

/** Expects a message to be rejected with a readable error. */
export function expectRejected(acknowledgement: Acknowledgement): void {
	expect(acknowledgement).toEqual({ success: false, ...REQUEST_ERRORS.unavailable });
}
