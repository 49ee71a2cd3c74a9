import { io } from 'socket.io-client';
import type { ChatChanged } from '#contract/chat/events.ts';
import { CHAT_LIMITS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import type { MaintenanceErrorReply } from '#contract/maintenance/maintenance.ts';
import { checkMaintenance, showMaintenance } from '#web/lib/api/maintenance.ts';
import { createDeliveryMarker } from './delivery-marks.ts';

export type RealtimeStatus =
	/** `connection` counts up: rooms are joined anew on each. */
	| { state: 'connected'; connection: number }
	| { state: 'connecting' }
	/** `count` attempts since the line broke, the one under way included. */
	| { state: 'reconnecting'; count: number }
	/**
	 * Given up: tried again when the browser is online again, the tab comes back, a chat is opened, or by `retryLive`; else
	 * seldom, which changes nothing until it is there.
	 */
	| { state: 'failed'; count: number; message: string };

export interface RealtimeSocket {
	emit: (event: string, payload: object) => void;
	request: <R>(event: string, payload: object) => Promise<R>;
	retry: () => void;
	close: () => void;
}

const ACK_TIMEOUT_MS = 10_000;
/** Enough for a slow line; where something on the way swallows what is sent, the next attempt should not wait for long. */
const CONNECT_TIMEOUT_MS = 10_000;

/** As long as the server itself asks for. */
const UNAVAILABLE_RETRY_MS = 2000;

/** Between one attempt and the next after that, more or less by a quarter: a server that is back meets not everybody at once. */
const SLOW_RETRY_MS = 30_000;

/** Shared by all sockets of this page: a new one is never taken for the one before. */
let connectionCount = 0;

/**
 * The Socket.IO connection of one session (wire contract, "Realtime"); once its first attempts are used up it is tried
 * seldom.
 * @param dispatch hears every event of the server
 * @param publish hears how the connection stands, until it is closed
 */
export function openRealtimeSocket(
	token: string,
	dispatch: (event: string, payload: unknown) => void,
	publish: (status: RealtimeStatus) => void,
): RealtimeSocket {
	let attempts = 0;
	const markDelivered = createDeliveryMarker((mark) => emit(REALTIME_EVENTS.markDelivered, mark));
	let retryTimer: ReturnType<typeof setTimeout> | undefined;
	const socket = createSocket(token);

	socket.on('connect', () => {
		resetAttempts();
		connectionCount += 1;
		publish({ state: 'connected', connection: connectionCount });
	});
	socket.on('disconnect', (reason) => {
		publish({ state: 'reconnecting', count: 1 });
		// The library leaves it to us where the server has ended it: a session that is over is refused at the next attempt.
		if (reason === 'io server disconnect')
			retryTimer = setTimeout(connect, CHAT_LIMITS.reconnectDelayMs);
	});
	socket.on('connect_error', (error) => {
		if (socket.active) return;
		// The server is there and can't look anything up at the moment: that passes.
		if (error.message === COMMON_MESSAGES.unavailable) {
			retryTimer = setTimeout(connect, UNAVAILABLE_RETRY_MS);
			resetAttempts();
			publish({ state: 'reconnecting', count: 1 });
		} else giveUp(error.message);
	});
	socket.io.on('reconnect_attempt', (count) => {
		attempts = count;
		publish({ state: 'reconnecting', count });
	});
	socket.io.on('reconnect_failed', () => giveUp(CHAT_MESSAGES.cannotConnect));
	socket.onAny((event: string, payload: unknown) => {
		// On whatever page one is, the message has reached the device.
		if (event === REALTIME_EVENTS.chatChanged) markDelivered(payload as ChatChanged);
		// Before the server ends the connection for maintenance.
		if (event === REALTIME_EVENTS.marketClosed) showMaintenance(payload as MaintenanceErrorReply);
		dispatch(event, payload);
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
		return socket.timeout(ACK_TIMEOUT_MS).emitWithAck(event, payload);
	}

	function retry(): void {
		clearTimeout(retryTimer);
		resetAttempts();
		publish({ state: 'connecting' });
		connect();
	}

	function resetAttempts(): void {
		attempts = 0;
		socket.io.reconnectionAttempts(CHAT_LIMITS.reconnectAttempts);
	}

	/** A restart or maintenance lasts longer than five attempts: now and then there is one more, with none after it. */
	function giveUp(message: string): void {
		socket.io.reconnectionAttempts(0);
		publish({ state: 'failed', count: attempts, message });
		if (message === CHAT_MESSAGES.signIn) return;
		// The market may have been closed before this page had a connection, or while it was broken.
		void checkMaintenance();
		// Whoever comes back to a page that nobody looked at has it tried at once (`live.ts`).
		const retrySlowly = () => document.visibilityState === 'visible' && connect();
		retryTimer = setTimeout(retrySlowly, SLOW_RETRY_MS * (0.75 + Math.random() / 2));
	}

	function close(): void {
		clearTimeout(retryTimer);
		socket.offAny();
		socket.off();
		socket.io.off();
		socket.disconnect();
	}
}

/** Websocket first, then polling, five attempts a second apart (spec 1 §7, §9). */
function createSocket(token: string) {
	return io({
		forceNew: true,
		timeout: CONNECT_TIMEOUT_MS,
		auth: { token },
		transports: ['websocket', 'polling'],
		tryAllTransports: true,
		reconnectionAttempts: CHAT_LIMITS.reconnectAttempts,
		reconnectionDelay: CHAT_LIMITS.reconnectDelayMs,
		reconnectionDelayMax: CHAT_LIMITS.reconnectDelayMs,
		randomizationFactor: 0,
	});
}
