import { randomInt, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { io, type Socket } from 'socket.io-client';
import { CHAT_EVENTS } from '#contract/chat-facts.ts';
import { roomIdOf } from '#contract/rooms.ts';
import type { Pair } from './chat-people.ts';
import { itemForm } from './item-form.ts';

const ANSWER_WITHIN_MS = 60_000;
const PASSWORD = 'chalk and talk';

/** Calls, and what became of them. */
export interface Count {
	done: number;
	failed: number;
}

export interface Person {
	token: string;
	email: string;
	password: string;
}

/** @returns what makes one call of the API, counts it, and says what fails */
export function asking(address: string, count: Count, say: (line: string) => void) {
	return async (
		method: string,
		path: string,
		{ token, body }: { token?: string; body?: object } = {},
	): Promise<void> => {
		const isForm = body instanceof FormData;
		const headers = {
			...(token && { authorization: `Bearer ${token}` }),
			...(body && !isForm && { 'content-type': 'application/json' }),
		};
		const sent = isForm ? body : body && JSON.stringify(body);
		try {
			const answer = await fetch(`${address}/api${path}`, {
				method,
				headers,
				...(sent && { body: sent }),
			});
			await answer.arrayBuffer();
			count[answer.ok ? 'done' : 'failed'] += 1;
			if (!answer.ok) say(`${method} ${path}: ${answer.status}`);
		} catch (error) {
			count.failed += 1;
			say(`${method} ${path}: ${error}`);
		}
	};
}

export async function signUp(address: string): Promise<Person> {
	const email = `${randomUUID()}@campus.example`;
	const answer = await fetch(`${address}/api/auth/register`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ userName: 'Asha', email, password: PASSWORD }),
	});
	const { accessToken } = (await answer.json()) as { accessToken: string };
	return { email, password: PASSWORD, token: accessToken };
}

/** An item with a photo as a phone makes them, of a colour of its own. */
export async function newItem(): Promise<FormData> {
	const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
	const picture = sharp({ create: { width: 2000, height: 1500, channels: 3, background } });
	return itemForm([new Blob([new Uint8Array(await picture.jpeg().toBuffer())])]);
}

export interface Line {
	socket: Socket;
	roomId: string;
}

/** Both sides of each room come in. */
export function openLines(address: string, pairs: readonly Pair[]): Promise<Line[]> {
	const lines = pairs.flatMap(({ room, members }) =>
		members.map(async ({ id, token }) => {
			const socket = io(address, { auth: { token }, forceNew: true, transports: ['websocket'] });
			const userType = id === room.buyerId ? 'buyer' : 'seller';
			await socket
				.timeout(ANSWER_WITHIN_MS)
				.emitWithAck(CHAT_EVENTS.joinRoom, { ...room, userType });
			return { socket, roomId: roomIdOf(room) };
		}),
	);
	return Promise.all(lines);
}

/** Everybody says something; what fails is said. */
export async function talk(
	lines: readonly Line[],
	count: Count,
	say: (line: string) => void,
): Promise<void> {
	await Promise.all(
		lines.map(async ({ socket, roomId }) => {
			const sent = { roomId, message: 'Is it still there?', clientId: randomUUID() };
			const answer = await socket
				.timeout(ANSWER_WITHIN_MS)
				.emitWithAck(CHAT_EVENTS.sendMessage, sent)
				.catch((error: unknown) => ({ success: false, message: String(error) }));
			count[answer.success ? 'done' : 'failed'] += 1;
			if (!answer.success) say(`a message: ${answer.message}`);
		}),
	);
}
