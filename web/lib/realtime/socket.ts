import { io } from 'socket.io-client';
import type { ChatChanged } from '#contract/chat/events.ts';
import { CHAT_LIMITS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import type { MaintenanceErrorReply } from '#contract/maintenance/maintenance.ts';
import { lookWhetherClosed, showClosed } from '#web/lib/api/maintenance.ts';
import { openDeliveryMarks } from './delivery-marks.ts';

export type LiveStatus =
	/** `connection` is a counter: rooms must be joined again on each new connection. */
	| { is: 'connected'; connection: number }
	| { is: 'connecting' }
	/** `count` attempts since the connection broke, including the current one. */
	| { is: 'reconnecting'; count: number }
	/**
	 * Given up. Retried when the browser comes online, the tab becomes visible, a chat is opened, or by `retryLive`;
	 * otherwise rarely, without a change of status until it succeeds.
	 */
	| { is: 'failed'; count: number; message: string };

export interface LiveSocket {
	emit: (event: string, payload: object) => void;
	request: <R>(event: string, payload: object) => Promise<R>;
	retry: () => void;
	close: () => void;
}

const ACKNOWLEDGED_WITHIN_MS = 10_000;
/** Long enough for a slow connection, short enough to start the next attempt soon if packets are dropped silently. */
const CONNECTED_WITHIN_MS = 10_000;

/** The delay that the server itself asks for. */
const UNAVAILABLE_FOR_MS = 2000;

/** Delay between the rare attempts after giving up, randomised by ±25 % so that clients do not all return at once. */
const SELDOM_MS = 30_000;

/** Shared by all sockets of this page, so that each connection has a number of its own. */
let connections = 0;

/**
 * The Socket.IO connection of one session (wire contract, "Realtime"). After its first attempts have failed, it is
 * retried rarely.
 * @param tell called with every event of the server
 * @param publish called with each connection status, until the socket is closed
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
		// Socket.IO does not reconnect after the server disconnects. An ended session is rejected by the next attempt.
		if (reason === 'io server disconnect')
			again = setTimeout(connect, CHAT_LIMITS.reconnectDelayMs);
	});
	socket.on('connect_error', (error) => {
		if (socket.active) return;
		// The server is reachable but temporarily unable to authenticate.
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
		// On every page: the message has reached this device.
		if (event === REALTIME_EVENTS.chatChanged) markDelivered(news as ChatChanged);
		// Sent before the server closes connections for maintenance.
		if (event === REALTIME_EVENTS.marketClosed) showClosed(news as MaintenanceErrorReply);
		tell(event, news);
	});
	return { emit, request, retry, close };

	function connect(): void {
		socket.connect();
	}

	/** Not buffered while disconnected: a buffered event would be sent before the room is joined again. */
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

	/** A restart or maintenance takes longer than the first attempts, so single attempts follow from time to time. */
	function giveUp(message: string): void {
		socket.io.reconnectionAttempts(0);
		publish({ is: 'failed', count: attempts, message });
		if (message === CHAT_MESSAGES.signIn) return;
		// Maintenance may have begun while this page was not connected.
		void lookWhetherClosed();
		// Hidden pages do not retry; `realtime.ts` does when they become visible.
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
