import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Acknowledgement, ChatMessage, JoinedRoom } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_LIMITS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Member, Pair } from '../../bench/lib/chat-pairs.ts';

const POLL_INTERVAL_MS = 20;

/** One side of a chat, which reconnects and resends unacknowledged messages, like the pages. */
export interface ChatParticipant {
	socket: Socket;
	sendMessage: (message: string) => void;
	/** The shown messages by id. While joining, a message may arrive twice; it is shown once. */
	shownMessages: ReadonlyMap<number, string>;
	/** Messages sent and not acknowledged yet, by client id. */
	unacknowledged: ReadonlyMap<string, string>;
	/** Whether the participant has joined the room. */
	isJoined: () => boolean;
	/** Milliseconds from each disconnection until the participant was in the room again. */
	outagesMs: readonly number[];
}

interface ConnectionOptions {
	address: string;
	transport: 'websocket' | 'polling';
	/** The balancer's cookie, which selects an instance. */
	cookie: string;
}

/** Both sides of each chat, each on an instance of its own; every fourth chat uses polling. */
export async function openReconnectingChats(
	address: string,
	cookies: readonly string[],
	pairs: readonly Pair[],
): Promise<ChatParticipant[]> {
	const participants = pairs.flatMap(({ room, members }, pairIndex) =>
		members.map((member, side) => {
			const transport = pairIndex % 4 === 3 ? 'polling' : 'websocket';
			const cookie = cookies[(pairIndex + side) % cookies.length] ?? '';
			return openParticipant({ address, transport, cookie }, member, room);
		}),
	);
	while (!participants.every(({ isJoined }) => isJoined())) await wait(POLL_INTERVAL_MS);
	return participants;
}

/** Opens the connection of one side of a chat, and joins the room. */
export function openParticipant(
	{ address, transport, cookie }: ConnectionOptions,
	{ id, token }: Member,
	room: Pair['room'],
): ChatParticipant {
	const socket = io(address, {
		auth: { token },
		forceNew: true,
		transports: [transport],
		extraHeaders: { cookie },
		reconnectionDelay: CHAT_LIMITS.reconnectDelayMs,
		reconnectionDelayMax: CHAT_LIMITS.reconnectDelayMs,
		randomizationFactor: 0,
	});
	const unacknowledged = new Map<string, string>();
	const shownMessages = new Map<number, string>();
	const outagesMs: number[] = [];
	let lostAt: number | undefined;
	let isJoined = false;
	const roomId = formatRoomId(room);

	function emitMessage(clientId: string, message: string): void {
		const payload = { roomId, message, clientId };
		socket.emit(CHAT_EVENTS.sendMessage, payload, (acknowledgement: Acknowledgement) => {
			if (!acknowledgement.success)
				return void retryLater(() => isJoined && emitMessage(clientId, message));
			unacknowledged.delete(clientId);
		});
	}
	const showMessage = ({ id: number, message }: ChatMessage) =>
		void shownMessages.set(number, message);

	const userType = id === room.buyerId ? 'buyer' : 'seller';
	const join = () => socket.connected && socket.emit(CHAT_EVENTS.joinRoom, { ...room, userType });
	const retryLater = (act: () => unknown) => setTimeout(act, CHAT_LIMITS.reconnectDelayMs);

	socket.on('connect', join);
	// Like the page: reconnects after the server closed the connection or could not authenticate it.
	socket.on('disconnect', (reason) => {
		isJoined = false;
		lostAt ??= performance.now();
		if (reason === 'io server disconnect') retryLater(() => socket.connect());
	});
	socket.on('connect_error', () => socket.active || retryLater(() => socket.connect()));
	socket.on(CHAT_EVENTS.errorMessage, () => isJoined || retryLater(join));
	socket.on(CHAT_EVENTS.roomJoined, ({ messages }: JoinedRoom) => {
		isJoined = true;
		if (lostAt !== undefined) outagesMs.push(performance.now() - lostAt);
		lostAt = undefined;
		for (const message of messages) showMessage(message);
		for (const [clientId, message] of unacknowledged) emitMessage(clientId, message);
	});
	socket.on(CHAT_EVENTS.receiveMessage, showMessage);

	const sendMessage = (message: string) => {
		const clientId = randomUUID();
		unacknowledged.set(clientId, message);
		if (isJoined) emitMessage(clientId, message);
	};
	return {
		socket,
		sendMessage,
		shownMessages,
		unacknowledged,
		outagesMs,
		isJoined: () => isJoined,
	};
}
