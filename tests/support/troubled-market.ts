import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, vi } from 'vitest';
import type { Acknowledgement } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { openPool } from '#server/db/client.ts';
import { insertPairs, type Member } from '../../bench/lib/chat-pairs.ts';
import { ITEM_FIELDS } from './factories.ts';
import { PASSWORD } from './password.ts';
import { jpeg } from './pictures.ts';
import { SECRET } from './secret.ts';

/** A refusal must be sent within this time. */
export const TOLD_WITHIN_MS = 2000;
const WAIT = { timeout: 30_000, interval: 20 };

interface Answered {
	status: number;
	retryAfter: string | null;
	body: string;
	ms: number;
}

const photo = await jpeg();

/** A seller on an app in trouble. */
export async function openTroubledMarket(address: string) {
	const email = `${randomUUID()}@campus.example`;
	const json = { 'content-type': 'application/json' };
	const person = JSON.stringify({ userName: 'Asha', email, password: PASSWORD });
	const signedUp = await ask('/api/auth/register', { method: 'POST', headers: json, body: person });
	const { accessToken } = JSON.parse(signedUp.body);
	const headers = { authorization: `Bearer ${accessToken}` };

	async function ask(path: string, init: RequestInit = {}): Promise<Answered> {
		const asked = performance.now();
		const answer = await fetch(`${address}${path}`, init);
		const body = await answer.text();
		const ms = performance.now() - asked;
		return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body, ms };
	}

	/** @param key the idempotency key, under which it may be sent again */
	function post(key = randomUUID()): Promise<Answered> {
		const body = new FormData();
		for (const [name, value] of Object.entries(ITEM_FIELDS)) body.append(name, String(value));
		body.append('images', new Blob([new Uint8Array(photo.bytes)]), photo.name);
		const keyed = { ...headers, 'idempotency-key': key };
		return ask('/api/item/add-item', { method: 'POST', headers: keyed, body });
	}

	/** One request of each kind that needs the database. */
	const askAll = () =>
		Promise.all([
			ask('/api/item/get-all-items'),
			ask('/api/profile/get-profile', { headers }),
			ask('/api/auth/login', {
				method: 'POST',
				headers: json,
				body: JSON.stringify({ email, password: PASSWORD }),
			}),
			ask('/api/account/name', {
				method: 'PUT',
				headers: { ...headers, ...json },
				body: JSON.stringify({ userName: 'Asha' }),
			}),
			post(),
			ask(`/photos/${'a'.repeat(64)}-640.webp`),
			ask('/sitemap.xml'),
			ask('/health/ready'),
		]);

	/** Expects readable refusals in time, while requests without the database are served as usual. */
	async function expectCalm(): Promise<Answered[]> {
		const [page, realtime, ...answers] = await Promise.all([
			ask('/'),
			ask('/health/live'),
			...(await askAll()),
		]);
		for (const { ms } of [page, realtime, ...answers])
			expect(ms).toBeLessThanOrEqual(TOLD_WITHIN_MS);
		expect(realtime.status).toBe(200);
		expect(page.status).toBe(200);
		expect(page.body).toContain('<title>Passdown</title>');
		const refused = answers.filter(({ status }) => status >= 500);
		for (const { status, retryAfter, body } of refused) {
			expect([status, retryAfter]).toEqual([503, '2']);
			if (!body.includes('"status"')) {
				expect(JSON.parse(body)).toEqual({ success: false, message: COMMON_MESSAGES.unavailable });
			}
		}
		return refused;
	}

	/** Waits until all requests are served again. */
	async function heals(): Promise<void> {
		await vi.waitUntil(async () => (await ask('/health/ready')).status === 200, WAIT);
		const answers = await askAll();
		expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
	}

	return { ask, post, askAll, expectCalm, heals, headers };
}

export interface Talk {
	socket: Socket;
	/** Sends a message to the room and waits for the result. */
	say: (message: string, clientId: string) => Promise<{ answer: Acknowledgement; ms: number }>;
	/** Opens another connection. @returns the error when it is refused */
	comeIn: () => Promise<string | undefined>;
}

/** Two users in a chat, and the connection of one of them. */
export async function openTalk(address: string, databaseUrl: string): Promise<Talk> {
	const { db, close } = openPool(databaseUrl, () => undefined);
	const [pair] = await insertPairs(db, 1, SECRET);
	await close();
	if (!pair) throw new Error('There is no pair.');
	const [buyer] = pair.members;
	const { room } = pair;
	const socket = await joined(address, buyer, room);
	async function say(message: string, clientId: string) {
		const asked = performance.now();
		const sent = { roomId: formatRoomId(room), message, clientId };
		const answer = await socket.timeout(WAIT.timeout).emitWithAck(CHAT_EVENTS.sendMessage, sent);
		return { answer, ms: performance.now() - asked };
	}
	async function comeIn(): Promise<string | undefined> {
		const other = lineOf(address, buyer);
		return new Promise((settle) => {
			other.on('connect', () => settle(undefined));
			other.on('connect_error', ({ message }) => settle(message));
		});
	}
	return { socket, say, comeIn };
}

function lineOf(address: string, { token }: Member): Socket {
	const socket = io(address, { auth: { token }, forceNew: true, transports: ['websocket'] });
	onTestFinished(() => void socket.close());
	return socket;
}

async function joined(address: string, person: Member, room: Room): Promise<Socket> {
	const socket = lineOf(address, person);
	const sent = { itemId: room.itemId, userType: 'buyer' };
	const answer = await socket.timeout(WAIT.timeout).emitWithAck(CHAT_EVENTS.joinRoom, sent);
	if (!answer.success) throw new Error(answer.message);
	return socket;
}

/** Expects a message to be rejected with a readable error in time. */
export function expectRefused({ answer, ms }: Awaited<ReturnType<Talk['say']>>): void {
	expect(answer).toEqual({ success: false, message: COMMON_MESSAGES.unavailable });
	expect(ms).toBeLessThanOrEqual(TOLD_WITHIN_MS);
}
