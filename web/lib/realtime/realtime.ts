import { useSyncExternalStore } from 'react';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type {
	ChatChanged,
	JoinedRoom,
	Presence,
	Receipt,
	ReceivedMessage,
	TypingUpdate,
} from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import type { DealChanged } from '#contract/deals/events.ts';
import type { ItemChanged } from '#contract/items/watching.ts';
import {
	readCredentials,
	setSessionEndReason,
	watchCredentials,
} from '#web/lib/session/credentials.ts';
import { checkStoredSession } from '#web/lib/session/session.ts';
import type { RealtimeSocket, RealtimeStatus } from './socket.ts';

/*
 * The page's connection to the server for live events. All components share it, and it is opened again for another
 * account. `socket.ts` has the Socket.IO connection of one session.
 */

/** The payloads of the server's live events, by the event names of the contract. */
export interface RealtimeEvents {
	'room-joined': JoinedRoom;
	'room-switched': JoinedRoom;
	'receive-message': ReceivedMessage;
	'error-message': DeclaredError;
	error: unknown;
	typing: TypingUpdate;
	receipt: Receipt;
	presence: Presence;
	'chat-changed': ChatChanged;
	'notices-changed': unknown;
	'deal-changed': DealChanged;
	'item-changed': ItemChanged;
}

/** The acknowledgement of an event. */
export type EventAnswer = { success: true } | ({ success: false } & DeclaredError);

type Handler = (payload: never) => void;

const CONNECTING: RealtimeStatus = { state: 'connecting' };
const handlers = new Map<keyof RealtimeEvents, Set<Handler>>();
const listeners = new Set<() => void>();
let status: RealtimeStatus = CONNECTING;
/** Set by the first `connectRealtime`: before that, a login opens no connection. */
let isEnabled = false;
let socket: RealtimeSocket | undefined;
/** The token for which `socket` was opened, or is being opened. */
let socketToken: string | undefined;

/**
 * Subscribes to one kind of live event, across reconnections and changes of account; returns a function that
 * unsubscribes. The connection is opened after the page has loaded, so that it does not delay the first screen.
 */
export function onRealtimeEvent<E extends keyof RealtimeEvents>(
	event: E,
	handler: (payload: RealtimeEvents[E]) => void,
): () => void {
	const eventHandlers = handlers.get(event) ?? new Set();
	handlers.set(event, eventHandlers.add(handler));
	connectWhenLoaded();
	return () => eventHandlers.delete(handler);
}

/** Connects now if there is no connection, even after earlier attempts were given up. */
export function connectRealtime(): void {
	isEnabled = true;
	if (socket) retryRealtime();
	else openSocket();
}

/** Sends an event that may be lost: without a connection it is dropped. */
export function emitRealtime(event: string, payload: object): void {
	socket?.emit(event, payload);
}

/**
 * Sends an event and waits for its acknowledgement.
 * @throws Error when the connection breaks or no acknowledgement comes within ten seconds; the server may have
 * handled the event or not
 */
export function requestRealtime<R>(event: string, payload: object): Promise<R> {
	return socket ? socket.request(event, payload) : Promise.reject(new Error('No connection'));
}

/** Retries a failed connection. */
export function retryRealtime(): void {
	if (!isEnabled || status.state !== 'failed') return;
	if (socket) socket.retry();
	else openSocket();
}

export function useRealtimeStatus(): RealtimeStatus {
	return useSyncExternalStore(watchRealtimeStatus, currentRealtimeStatus);
}

export function currentRealtimeStatus(): RealtimeStatus {
	return status;
}

/** Calls back whenever the status changes; returns a function that stops watching. */
export function watchRealtimeStatus(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/**
 * Calls back on every connection that is opened from now on, because events sent before the connection were missed.
 * Returns a function that unsubscribes.
 */
export function onRealtimeConnection(listener: () => void): () => void {
	let lastConnection = connectionNumber();
	return watchRealtimeStatus(() => {
		const current = connectionNumber();
		if (current === undefined || current === lastConnection) return;
		lastConnection = current;
		listener();
	});
}

/** The number of the current connection, counted in this page; undefined without a connection. */
function connectionNumber(): number | undefined {
	return status.state === 'connected' ? status.connection : undefined;
}

function connectWhenLoaded(): void {
	if (document.readyState === 'complete') connectRealtime();
	else window.addEventListener('load', connectRealtime, { once: true });
}

function openSocket(): void {
	const openingToken = readCredentials()?.token;
	socketToken = openingToken;
	if (openingToken === undefined) {
		publish({ state: 'failed', attempts: 0, message: CHAT_MESSAGES.noToken });
		return;
	}
	publish(CONNECTING);
	import('./socket.ts').then(
		({ openRealtimeSocket }) => {
			// The account may have changed while the script loaded, or a second call was faster.
			if (openingToken === socketToken && !socket)
				socket = openRealtimeSocket(openingToken, dispatch, publish);
		},
		() => publish({ state: 'failed', attempts: 0, message: CHAT_MESSAGES.cannotConnect }),
	);
}

function dispatch(event: string, payload: unknown): void {
	if (event === CHAT_EVENTS.errorMessage) handleSessionEnd(payload as DeclaredError);
	for (const handler of handlers.get(event as keyof RealtimeEvents) ?? [])
		handler(payload as never);
}

/** Checks the session if the server reports that it was ended elsewhere: this page must then sign out, too. */
function handleSessionEnd({ code }: DeclaredError): void {
	const { suspended } = AUTH_ERRORS;
	// The reason is stored before the check, because another tab may end the session first.
	if (code === suspended.code) setSessionEndReason({ message: suspended.message });
	if (code === suspended.code || code === CHAT_ERRORS.signedOut.code) void checkStoredSession();
}

function publish(next: RealtimeStatus): void {
	status = next;
	// The server rejected the token, so the stored session must be checked.
	if (next.state === 'failed' && next.code === CHAT_ERRORS.signIn.code) void checkStoredSession();
	for (const listener of listeners) listener();
}

/** A connection belongs to one session: reconnect when the token changes. */
watchCredentials(() => {
	if (!isEnabled || readCredentials()?.token === socketToken) return;
	socket?.close();
	socket = undefined;
	openSocket();
});

globalThis.addEventListener?.('online', retryRealtime);
globalThis.document?.addEventListener('visibilitychange', () => {
	if (document.visibilityState === 'visible') retryRealtime();
});
