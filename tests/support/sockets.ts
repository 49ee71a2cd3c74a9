import type { FastifyInstance } from 'fastify';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { onTestFinished, vi } from 'vitest';
import type { Acknowledgement, JoinedRoom, ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';

type Options = Partial<ManagerOptions & SocketOptions>;
type Answer = Acknowledgement | { success: true };

/** A realtime connection that records every event it receives. */
export interface Line {
	socket: Socket;
	/** The payloads received under this name so far. */
	heard: <T = unknown>(event: string) => T[];
	/** Waits for the first payload of this name, or the `count`th. */
	hears: <T = unknown>(event: string, count?: number) => Promise<T>;
	/** Sends an event and waits for the acknowledgement. */
	ask: (event: string, payload: unknown) => Promise<Answer>;
	/** Waits until everything that the server sent before now has arrived. */
	caughtUp: () => Promise<void>;
	/** Why it ended, once it has. */
	ended: Promise<string>;
}

const WAIT = { timeout: 20_000, interval: 5 };

/** A connection that ends with the test; it may still be refused. */
function openLine(address: string, token: unknown, options: Options = {}): Line {
	const auth = token === undefined ? {} : { token };
	const socket = io(address, {
		auth,
		forceNew: true,
		transports: ['websocket'],
		reconnection: false,
		...options,
	});
	onTestFinished(() => void socket.close());
	const all: [event: string, payload: unknown][] = [];
	socket.onAny((event, payload) => void all.push([event, payload]));
	const ended = new Promise<string>((settle) => void socket.on('disconnect', settle));

	const heard = <T>(name: string) =>
		all.filter(([event]) => event === name).map(([, payload]) => payload as T);
	async function hears<T>(name: string, count = 1): Promise<T> {
		await vi.waitUntil(() => heard(name).length >= count, WAIT);
		return heard(name)[count - 1] as T;
	}
	const ask = (event: string, payload: unknown): Promise<Answer> =>
		socket.timeout(WAIT.timeout).emitWithAck(event, payload);
	const caughtUp = async () => void (await ask(REALTIME_EVENTS.typing, null));
	return { socket, heard, hears, ask, caughtUp, ended };
}

/**
 * Realtime connections to the running app.
 * @param namespace of the realtime server
 */
export async function openSockets({ app }: { app: FastifyInstance }, namespace = '') {
	const address = `${await app.listen({ port: 0, host: '127.0.0.1' })}${namespace}`;

	async function connect(who: { token: string }, options?: Options): Promise<Line> {
		const line = openLine(address, who.token, options);
		await new Promise<void>((settle, fail) => {
			line.socket.on('connect', settle);
			line.socket.on('connect_error', fail);
		});
		return line;
	}

	/** Why a connection is refused. */
	function refusal(token: unknown, options?: Options): Promise<string> {
		const { socket } = openLine(address, token, options);
		return new Promise((settle) => {
			socket.on('connect_error', ({ message }) => settle(message));
			socket.on('connect', () => settle('It was let in.'));
		});
	}

	/** A connection that has joined a room, as the buyer or the seller. */
	async function enter(who: { id: number; token: string }, room: Room): Promise<Line> {
		const line = await connect(who);
		await join(line, who, room);
		return line;
	}

	return { address, connect, refusal, enter };
}

export async function join(line: Line, who: { id: number }, room: Room): Promise<JoinedRoom> {
	const isBuyer = who.id === room.buyerId;
	const sent = isBuyer
		? { itemId: room.itemId, userType: 'buyer' }
		: { itemId: room.itemId, userType: 'seller', buyerId: room.buyerId };
	const answer = await line.ask(CHAT_EVENTS.joinRoom, sent);
	if (!answer.success) throw new Error(answer.message);
	return [
		...line.heard<JoinedRoom>(CHAT_EVENTS.roomJoined),
		...line.heard<JoinedRoom>(CHAT_EVENTS.roomSwitched),
	].findLast(({ roomId }) => roomId === formatRoomId(room)) as JoinedRoom;
}

/** Sends a message to a room and waits until it is acknowledged or rejected. */
export function say(line: Line, room: Room, message: unknown, more: object = {}): Promise<Answer> {
	return line.ask(CHAT_EVENTS.sendMessage, { roomId: formatRoomId(room), message, ...more });
}

/** The texts that a connection has received, in order. */
export const wordsOf = (line: Line) =>
	line.heard<ReceivedMessage>(CHAT_EVENTS.receiveMessage).map(({ message }) => message);
