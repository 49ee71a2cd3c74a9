import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import type {
	Acknowledgement,
	ChatMessage,
	JoinedRoom,
	ReceivedMessage,
} from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { openPool } from '#server/db/client.ts';
import { FAULT_ROUNDS, type KillTarget, openKillableApp } from '#tests/support/killable-app.ts';
import { query } from '#tests/support/query.ts';
import { openReconnectingSocket } from '#tests/support/reconnecting-socket.ts';
import { SECRET } from '#tests/support/secret.ts';
import { insertPairs, type Member, type Pair } from '../../../bench/lib/chat-pairs.ts';

/** The number of messages that each side sends. */
const PER_SIDE = 100;
/** A pair's conversation begins with one message (bench/lib/chat-pairs.ts). */
const INITIAL_MESSAGES = 1;
/** What is killed, a different target in each round. Each target has at least one round. */
const TARGETS: readonly KillTarget[] = ['both', 'the market', 'its database'];
const ROUNDS = Math.max(TARGETS.length, FAULT_ROUNDS);
/** After how many of the 200 acknowledgements the target is killed, a different number in each round. */
const KILL_AFTER = [1, 0, 60, 150, 199];
const WAIT = { timeout: 60_000, interval: 5 };
const RETRY_MS = 200;
const killableApp = await openKillableApp();

interface ChatClient {
	socket: Socket;
	/** The id of each acknowledged message, by client id. */
	acknowledged: Map<string, number>;
	/** The messages on this client's screen. */
	seenMessages: Map<number, string>;
	send: (message: string) => void;
}

/**
 * Opens a client that behaves like a page. On every connection it joins its room and resends the messages that are not
 * acknowledged yet. A message that is temporarily refused is resent after a pause.
 */
function openChatClient(address: string, { id, token }: Member, room: Room): ChatClient {
	const socket = openReconnectingSocket(address, token);
	const waiting = new Map<string, string>();
	const acknowledged = new Map<string, number>();
	const seenMessages = new Map<number, string>();
	const roomId = formatRoomId(room);

	function transmit(clientId: string, message: string): void {
		const request = { roomId, message, clientId };
		socket.emit(CHAT_EVENTS.sendMessage, request, (acknowledgement: Acknowledgement) => {
			if (!acknowledgement.success) {
				expect(acknowledgement.message).toBe(REQUEST_ERRORS.unavailable.message);
				setTimeout(() => transmit(clientId, message), RETRY_MS);
				return;
			}
			acknowledged.set(clientId, acknowledgement.id);
			waiting.delete(clientId);
		});
	}
	const showMessage = ({ id: messageId, message }: ChatMessage) =>
		void seenMessages.set(messageId, message);

	socket.on('connect', () => {
		const userType = id === room.buyerId ? 'buyer' : 'seller';
		socket.emit(CHAT_EVENTS.joinRoom, { ...room, userType });
	});
	socket.on(CHAT_EVENTS.roomJoined, ({ messages }: JoinedRoom) => {
		for (const message of messages) showMessage(message);
		for (const [clientId, message] of waiting) transmit(clientId, message);
	});
	socket.on(CHAT_EVENTS.receiveMessage, (received: ReceivedMessage) => showMessage(received));

	const send = (message: string) => {
		const clientId = randomUUID();
		waiting.set(clientId, message);
		transmit(clientId, message);
	};
	return { socket, acknowledged, seenMessages, send };
}

async function newPair(url: string): Promise<Pair> {
	const { db, close } = openPool(url, () => undefined);
	try {
		const [pair] = await insertPairs(db, 1, SECRET);
		if (!pair) throw new Error('There is no pair.');
		return pair;
	} finally {
		await close();
	}
}

/** Both sides send 100 messages at once, and the target is killed after this many acknowledgements. */
async function chatThroughKill(
	room: Room,
	sides: readonly ChatClient[],
	target: KillTarget,
	after: number,
) {
	const countAcknowledged = () =>
		sides.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
	const haveReceived = (messages: number) => () =>
		sides.every(({ seenMessages }) => seenMessages.size === messages);
	await vi.waitUntil(haveReceived(INITIAL_MESSAGES), WAIT);
	for (let number = 0; number < PER_SIDE; number++) {
		for (const [side, { send }] of sides.entries()) send(`${side}: ${number}`);
	}
	await vi.waitUntil(() => countAcknowledged() >= after, WAIT);
	await killableApp.kill(target);
	const before = sides.map(({ acknowledged }) => new Map(acknowledged));
	await killableApp.restart();
	await vi.waitUntil(() => countAcknowledged() === 2 * PER_SIDE, WAIT);
	await vi.waitUntil(haveReceived(INITIAL_MESSAGES + 2 * PER_SIDE), WAIT);
	return { before, stored: await storedMessagesOf(room) };
}

/** The stored messages of a room. */
function storedMessagesOf({ itemId }: Room) {
	return query<{ id: string; client_id: string; body: string }>(
		killableApp.url,
		'select id, client_id, body from messages where item_id = $1 and client_id is not null order by id',
		[itemId],
	);
}

/** The last message of the room as each side's position names it. */
function lastMessagesOf({ itemId }: Room) {
	return query(
		killableApp.url,
		'select last_message_id as last from participants where item_id = $1',
		[itemId],
	);
}

test('when the app, its database or both are killed while 200 messages are sent, each acknowledged message is stored once', {
	timeout: 120_000 * (ROUNDS + 1),
}, async () => {
	for (let round = 0; round < ROUNDS; round++) {
		const { room, members } = await newPair(killableApp.url);
		const sides = members.map((member) => openChatClient(killableApp.address, member, room));
		const target = TARGETS[round % TARGETS.length] ?? 'both';
		const after = KILL_AFTER[round % KILL_AFTER.length] ?? 0;

		const { before, stored } = await chatThroughKill(room, sides, target, after);

		const byClientId = new Map(stored.map(({ id, client_id }) => [client_id, Number(id)]));
		expect(stored).toHaveLength(2 * PER_SIDE);
		const last = stored.at(-1)?.id;
		expect(await lastMessagesOf(room)).toEqual([{ last }, { last }]);
		expect(new Set(stored.map(({ body }) => body)).size).toBe(2 * PER_SIDE);
		for (const { acknowledged } of sides) expect(byClientId).toEqual(containing(acknowledged));
		for (const acknowledged of before) expect(byClientId).toEqual(containing(acknowledged));
		for (const { socket } of sides) socket.close();
	}

	expect(await killableApp.stop()).toBe(0);
});

/** Matches a map that contains all these entries. */
const containing = (entries: Map<string, number>) =>
	expect.toSatisfy((all: Map<string, number>) =>
		[...entries].every(([key, value]) => all.get(key) === value),
	);
