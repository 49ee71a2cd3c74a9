import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Acknowledgement, ChatMessage, JoinedRoom } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_LIMITS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Member, Pair } from '../../bench/lib/chat-pairs.ts';

const LOOK_AGAIN_MS = 20;

/** One side of a chat, which reconnects like the pages and resends messages without an answer. */
export interface Voice {
	socket: Socket;
	say: (message: string) => void;
	/** The messages on its screen by id: while joining, one may arrive twice and is shown once. */
	seen: ReadonlyMap<number, string>;
	/** Messages sent and not acknowledged yet. */
	waiting: ReadonlyMap<string, string>;
	/** Whether it has joined its room. */
	isIn: () => boolean;
	/** Milliseconds from each disconnection until it was in its room again. */
	gaps: readonly number[];
}

interface Line {
	address: string;
	transport: 'websocket' | 'polling';
	/** The balancer's cookie, which selects an instance. */
	cookie: string;
}

/** Both sides of each chat, each on an instance of its own; every fourth chat uses polling. */
export async function openChats(
	address: string,
	cookies: readonly string[],
	pairs: readonly Pair[],
): Promise<Voice[]> {
	const voices = pairs.flatMap(({ room, members }, place) =>
		members.map((member, side) => {
			const transport = place % 4 === 3 ? 'polling' : 'websocket';
			const cookie = cookies[(place + side) % cookies.length] ?? '';
			return openVoice({ address, transport, cookie }, member, room);
		}),
	);
	while (!voices.every(({ isIn }) => isIn())) await wait(LOOK_AGAIN_MS);
	return voices;
}

export function openVoice(
	{ address, transport, cookie }: Line,
	{ id, token }: Member,
	room: Pair['room'],
): Voice {
	const socket = io(address, {
		auth: { token },
		forceNew: true,
		transports: [transport],
		extraHeaders: { cookie },
		reconnectionDelay: CHAT_LIMITS.reconnectDelayMs,
		reconnectionDelayMax: CHAT_LIMITS.reconnectDelayMs,
		randomizationFactor: 0,
	});
	const waiting = new Map<string, string>();
	const seen = new Map<number, string>();
	const gaps: number[] = [];
	let lostAt: number | undefined;
	let isIn = false;
	const roomId = formatRoomId(room);

	function transmit(clientId: string, message: string): void {
		const sent = { roomId, message, clientId };
		socket.emit(CHAT_EVENTS.sendMessage, sent, (answer: Acknowledgement) => {
			if (!answer.success) return void again(() => isIn && transmit(clientId, message));
			waiting.delete(clientId);
		});
	}
	const show = ({ id: number, message }: ChatMessage) => void seen.set(number, message);

	const userType = id === room.buyerId ? 'buyer' : 'seller';
	const join = () => socket.connected && socket.emit(CHAT_EVENTS.joinRoom, { ...room, userType });
	const again = (act: () => unknown) => setTimeout(act, CHAT_LIMITS.reconnectDelayMs);

	socket.on('connect', join);
	// Like the page: reconnects after the server closed the connection or could not authenticate it.
	socket.on('disconnect', (reason) => {
		isIn = false;
		lostAt ??= performance.now();
		if (reason === 'io server disconnect') again(() => socket.connect());
	});
	socket.on('connect_error', () => socket.active || again(() => socket.connect()));
	socket.on(CHAT_EVENTS.errorMessage, () => isIn || again(join));
	socket.on(CHAT_EVENTS.roomJoined, ({ messages }: JoinedRoom) => {
		isIn = true;
		if (lostAt !== undefined) gaps.push(performance.now() - lostAt);
		lostAt = undefined;
		for (const message of messages) show(message);
		for (const [clientId, message] of waiting) transmit(clientId, message);
	});
	socket.on(CHAT_EVENTS.receiveMessage, show);

	const say = (message: string) => {
		const clientId = randomUUID();
		waiting.set(clientId, message);
		if (isIn) transmit(clientId, message);
	};
	return { socket, say, seen, waiting, gaps, isIn: () => isIn };
}
