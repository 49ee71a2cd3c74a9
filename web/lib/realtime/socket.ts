import { io } from 'socket.io-client';
import type { ChatChanged } from '#contract/chat/events.ts';
import { CHAT_LIMITS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import type { MaintenanceErrorReply } from '#contract/maintenance/maintenance.ts';
import { lookWhetherClosed, showClosed } from '#web/lib/api/maintenance.ts';
import { openDeliveryMarks } from './delivery-marks.ts';

export type LiveStatus =
	/** `connection` counts up: rooms are joined anew on each. */
	| { is: 'connected'; connection: number }
	| { is: 'connecting' }
	/** `count` attempts since the line broke, the one under way included. */
	| { is: 'reconnecting'; count: number }
	/**
	 * Given up: tried again when the browser is online again, the tab comes back, a chat is opened, or by `retryLive`; else
	 * seldom, which changes nothing until it is there.
	 */
	| { is: 'failed'; count: number; message: string };

export interface LiveSocket {
	emit: (event: string, payload: object) => void;
	request: <R>(event: string, payload: object) => Promise<R>;
	retry: () => void;
	close: () => void;
}

const ACKNOWLEDGED_WITHIN_MS = 10_000;
/** Enough for a slow line; where something on the way swallows what is sent, the next attempt should not wait for long. */
const CONNECTED_WITHIN_MS = 10_000;

/** As long as the server itself asks for. */
const UNAVAILABLE_FOR_MS = 2000;

/** Between one attempt and the next after that, more or less by a quarter: a server that is back meets not everybody at once. */
const SELDOM_MS = 30_000;

/** Shared by all sockets of this page: a new one is never taken for the one before. */
let connections = 0;

/**
 * The Socket.IO connection of one session (wire contract, "Realtime"); once its first attempts are used up it is tried
 * seldom.
 * @param tell hears every event of the server
 * @param publish hears how the connection stands, until it is closed
 */
export function openLiveSocket(
	token: string,
	tell: (event: string, news: unknown) => void,
	publish: (status: LiveStatus) => void,
): LiveSocket {
	let attempts = 0;
	const markDelivered = openDeliveryMarks((mark) => emit(REALTIME_EVENTS.markDelivered, mark));
	let again: ReturnType<typeof setTimeout> | undefined;
	const socket = dial(token);

	socket.on('connect', () => {
		tryOften();
		connections += 1;
		publish({ is: 'connected', connection: connections });
	});
	socket.on('disconnect', (reason) => {
		publish({ is: 'reconnecting', count: 1 });
		// The library leaves it to us where the server has ended it: a session that is over is refused at the next attempt.
		if (reason === 'io server disconnect')
			again = setTimeout(connect, CHAT_LIMITS.reconnectDelayMs);
	});
	socket.on('connect_error', (error) => {
		if (socket.active) return;
		// The server is there and can't look anything up at the moment: that passes.
		if (error.message === COMMON_MESSAGES.unavailable) {
			again = setTimeout(connect, UNAVAILABLE_FOR_MS);
			tryOften();
			publish({ is: 'reconnecting', count: 1 });
		} else giveUp(error.message);
	});
	socket.io.on('reconnect_attempt', (count) => {
		attempts = count;
		publish({ is: 'reconnecting', count });
	});
	socket.io.on('reconnect_failed', () => giveUp(CHAT_MESSAGES.cannotConnect));
	socket.onAny((event: string, news: unknown) => {
		// On whatever page one is, the message has reached the device.
		if (event === REALTIME_EVENTS.chatChanged) markDelivered(news as ChatChanged);
		// Before the server ends the connection for maintenance.
		if (event === REALTIME_EVENTS.marketClosed) showClosed(news as MaintenanceErrorReply);
		tell(event, news);
	});
	return { emit, request, retry, close };

	function connect(): void {
		socket.connect();
	}

	/** Not kept while there is no line: the room would not be joined when it came out. */
	function emit(event: string, payload: object): void {
		if (socket.connected) socket.emit(event, payload);
	}

	async function request(event: string, payload: object) {
		if (!socket.connected) throw new Error('No connection');
		return socket.timeout(ACKNOWLEDGED_WITHIN_MS).emitWithAck(event, payload);
	}

	function retry(): void {
		clearTimeout(again);
		tryOften();
		publish({ is: 'connecting' });
		connect();
	}

	function tryOften(): void {
		attempts = 0;
		socket.io.reconnectionAttempts(CHAT_LIMITS.reconnectAttempts);
	}

	/** A restart or maintenance lasts longer than five attempts: now and then there is one more, with none after it. */
	function giveUp(message: string): void {
		socket.io.reconnectionAttempts(0);
		publish({ is: 'failed', count: attempts, message });
		if (message === CHAT_MESSAGES.signIn) return;
		// The market may have been closed before this page had a connection, or while it was broken.
		void lookWhetherClosed();
		// Whoever comes back to a page that nobody looked at has it tried at once (`live.ts`).
		const trySeldom = () => document.visibilityState === 'visible' && connect();
		again = setTimeout(trySeldom, SELDOM_MS * (0.75 + Math.random() / 2));
	}

	function close(): void {
		clearTimeout(again);
		socket.offAny();
		socket.off();
		socket.io.off();
		socket.disconnect();
	}
}

/** Websocket first, then polling, five attempts a second apart (spec 1 §7, §9). */
function dial(token: string) {
	return io({
		forceNew: true,
		timeout: CONNECTED_WITHIN_MS,
		auth: { token },
		transports: ['websocket', 'polling'],
		tryAllTransports: true,
		reconnectionAttempts: CHAT_LIMITS.reconnectAttempts,
		reconnectionDelay: CHAT_LIMITS.reconnectDelayMs,
		reconnectionDelayMax: CHAT_LIMITS.reconnectDelayMs,
		randomizationFactor: 0,
	});
}
