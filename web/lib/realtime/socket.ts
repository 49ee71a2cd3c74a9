import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { ChatChanged } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_LIMITS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { MaintenanceErrorReply } from '#contract/maintenance/schemas.ts';
import { checkMaintenance, showMaintenance } from '#web/lib/api/maintenance.ts';
import { type ConnectError, connectSocket, isUnavailable } from './connect-socket.ts';
import { createDeliveryMarker } from './delivery-marks.ts';

export type RealtimeStatus =
	/** `connection` is a counter: rooms must be joined again on each new connection. */
	| { state: 'connected'; connection: number }
	| { state: 'connecting' }
	/** `attempts` since the connection broke, including the current one. */
	| { state: 'reconnecting'; attempts: number }
	/**
	 * Given up. Retried when the browser comes online, the tab becomes visible, a chat is opened, or by `retryRealtime`.
	 * Otherwise retried rarely, without a change of status until a retry succeeds.
	 */
	| { state: 'failed'; attempts: number; message: string; code?: string };

export interface RealtimeSocket {
	emit: (event: string, payload: object) => void;
	request: <R>(event: string, payload: object) => Promise<R>;
	retry: () => void;
	close: () => void;
}

const ACK_TIMEOUT_MS = 10_000;
/** Long enough for a slow connection, short enough to start the next attempt soon if packets are dropped silently. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Delay between the rare attempts after giving up, randomised by ±25 % so that clients do not all return at once. */
const SLOW_RETRY_MS = 30_000;

/** Shared by all sockets of this page, so that each connection has a number of its own. */
let connectionCount = 0;

/**
 * The Socket.IO connection of one session. After its first attempts have failed, it is
 * retried rarely.
 * @param dispatch called with every event of the server; an `error-message` as a `DeclaredError`
 * @param publish called with each connection status, until the socket is closed
 */
export function openRealtimeSocket(
	token: string,
	dispatch: (event: string, payload: unknown) => void,
	publish: (status: RealtimeStatus) => void,
): RealtimeSocket {
	let attempts = 0;
	const markDelivered = createDeliveryMarker((mark) => emit(REALTIME_EVENTS.markDelivered, mark));
	let retryTimer: ReturnType<typeof setTimeout> | undefined;
	/** Five attempts, one second apart. */
	const { socket, close: closeSocket } = connectSocket('/', token, {
		timeout: CONNECT_TIMEOUT_MS,
		reconnectionAttempts: CHAT_LIMITS.reconnectAttempts,
		reconnectionDelay: CHAT_LIMITS.reconnectDelayMs,
		reconnectionDelayMax: CHAT_LIMITS.reconnectDelayMs,
		randomizationFactor: 0,
	});

	socket.on('connect', () => {
		resetAttempts();
		connectionCount += 1;
		publish({ state: 'connected', connection: connectionCount });
	});
	socket.on('disconnect', (reason) => {
		publish({ state: 'reconnecting', attempts: 1 });
		// Socket.IO does not reconnect after the server disconnects. An ended session is rejected by the next attempt.
		if (reason === 'io server disconnect')
			retryTimer = setTimeout(connect, CHAT_LIMITS.reconnectDelayMs);
	});
	socket.on('connect_error', (error: ConnectError) => {
		if (socket.active) return;
		if (isUnavailable(error)) {
			// `connectSocket` tries again by itself while the server cannot check the session.
			resetAttempts();
			publish({ state: 'reconnecting', attempts: 1 });
		} else giveUp(error.message, error.data?.code);
	});
	socket.io.on('reconnect_attempt', (count) => {
		attempts = count;
		publish({ state: 'reconnecting', attempts });
	});
	socket.io.on('reconnect_failed', () => giveUp(CHAT_MESSAGES.cannotConnect));
	socket.onAny((event: string, payload: unknown, code?: string) => {
		// On every page, not only in the chat: the message has reached this device.
		if (event === REALTIME_EVENTS.chatChanged) markDelivered(payload as ChatChanged);
		// Sent before the server closes connections for maintenance.
		if (event === REALTIME_EVENTS.marketClosed) showMaintenance(payload as MaintenanceErrorReply);
		if (event === CHAT_EVENTS.errorMessage) dispatch(event, { code, message: payload });
		else dispatch(event, payload);
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

	/** Ends the fast retries and continues with rare ones: a restart or maintenance takes longer than the fast retries. */
	function giveUp(message: string, code?: string): void {
		socket.io.reconnectionAttempts(0);
		publish({ state: 'failed', attempts, message, ...(code && { code }) });
		if (code === CHAT_ERRORS.signIn.code) return;
		// Maintenance may have begun while this page was not connected.
		void checkMaintenance();
		// Hidden pages do not retry; `realtime.ts` connects again when they become visible.
		const retrySlowly = () => document.visibilityState === 'visible' && connect();
		retryTimer = setTimeout(retrySlowly, SLOW_RETRY_MS * (0.75 + Math.random() / 2));
	}

	function close(): void {
		clearTimeout(retryTimer);
		closeSocket();
	}
}
