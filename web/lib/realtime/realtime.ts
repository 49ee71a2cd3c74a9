import { useSyncExternalStore } from 'react';
import { SUSPENDED_MESSAGE } from '#contract/auth/facts.ts';
import type {
	ChatChanged,
	JoinedRoom,
	Presence,
	Receipt,
	ReceivedMessage,
	TypingUpdate,
} from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import type { ItemChanged } from '#contract/items/watching.ts';
import {
	readCredentials,
	setSessionEndMessage,
	watchCredentials,
} from '#web/lib/session/credentials.ts';
import { checkStoredSession } from '#web/lib/session/session.ts';
import type { RealtimeSocket, RealtimeStatus } from './socket.ts';

/** What the server tells by the live connection, by the names of the contract's events. */
export interface RealtimeEvents {
	'room-joined': JoinedRoom;
	'room-switched': JoinedRoom;
	'receive-message': ReceivedMessage;
	'error-message': string;
	error: unknown;
	typing: TypingUpdate;
	receipt: Receipt;
	presence: Presence;
	'chat-changed': ChatChanged;
	'notices-changed': unknown;
	'item-changed': ItemChanged;
}

type Handler = (payload: never) => void;

const CONNECTING: RealtimeStatus = { state: 'connecting' };
const handlers = new Map<keyof RealtimeEvents, Set<Handler>>();
const listeners = new Set<() => void>();
let status: RealtimeStatus = CONNECTING;
let isEnabled = false;
let socket: RealtimeSocket | undefined;
let token: string | undefined;

/**
 * Hears one kind of news for as long as somebody is signed in, over broken lines and changes of account; returns how
 * to stop. The connection is made once the page has loaded: it must not slow the first screen down.
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

/** Makes the connection now, if there is none, also where it was given up before. */
export function connectRealtime(): void {
	isEnabled = true;
	if (socket) retryRealtime();
	else openSocket();
}

/** Tells the server something that is not worth keeping until the line is back. */
export function emitRealtime(event: string, payload: object): void {
	socket?.emit(event, payload);
}

/**
 * Tells the server something and waits for its acknowledgement.
 * @throws Error when the line breaks or nothing comes in ten seconds: the server may have heard it or not
 */
export function requestRealtime<R>(event: string, payload: object): Promise<R> {
	return socket ? socket.request(event, payload) : Promise.reject(new Error('No connection'));
}

/** Tries again after a failure. */
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

/** Calls back whenever the status changes; returns how to stop. */
export function watchRealtimeStatus(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function connectWhenLoaded(): void {
	if (document.readyState === 'complete') connectRealtime();
	else window.addEventListener('load', connectRealtime, { once: true });
}

function openSocket(): void {
	const openingToken = readCredentials()?.token;
	token = openingToken;
	if (openingToken === undefined) {
		publish({ state: 'failed', count: 0, message: CHAT_MESSAGES.noToken });
		return;
	}
	publish(CONNECTING);
	import('./socket.ts').then(
		({ openRealtimeSocket: openLiveSocket }) => {
			// Meanwhile somebody else may have signed in, or the same person have asked twice.
			if (openingToken === token && !socket)
				socket = openLiveSocket(openingToken, dispatch, publish);
		},
		() => publish({ state: 'failed', count: 0, message: CHAT_MESSAGES.cannotConnect }),
	);
}

function dispatch(event: string, payload: unknown): void {
	if (event === CHAT_EVENTS.errorMessage) handleSessionEnd(payload);
	for (const handler of handlers.get(event as keyof RealtimeEvents) ?? [])
		handler(payload as never);
}

/** The session was ended from elsewhere: whatever page this is, it must not go on as if it were open. */
function handleSessionEnd(message: unknown): void {
	// Another tab may hear the answer first.
	if (message === SUSPENDED_MESSAGE) setSessionEndMessage(SUSPENDED_MESSAGE);
	if (message === SUSPENDED_MESSAGE || message === CHAT_MESSAGES.signedOut)
		void checkStoredSession();
}

function publish(next: RealtimeStatus): void {
	status = next;
	// A connection is refused for good: the same token opens nothing else.
	if (next.state === 'failed' && next.message === CHAT_MESSAGES.signIn) void checkStoredSession();
	for (const listener of listeners) listener();
}

/** One connection speaks for one session. */
watchCredentials(() => {
	if (!isEnabled || readCredentials()?.token === token) return;
	socket?.close();
	socket = undefined;
	openSocket();
});

globalThis.addEventListener?.('online', retryRealtime);
globalThis.document?.addEventListener('visibilitychange', () => {
	if (document.visibilityState === 'visible') retryRealtime();
});
