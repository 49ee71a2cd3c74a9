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
import { noteFarewell, readCredentials, watchCredentials } from '#web/lib/session/credentials.ts';
import { checkStoredSession } from '#web/lib/session/session.ts';
import type { LiveSocket, LiveStatus } from './socket.ts';

/** The payloads of the server's live events, by the event names of the contract. */
export interface LiveNews {
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

type Handler = (news: never) => void;

const CONNECTING: LiveStatus = { is: 'connecting' };
const handlers = new Map<keyof LiveNews, Set<Handler>>();
const watchers = new Set<() => void>();
let status: LiveStatus = CONNECTING;
let isWanted = false;
let socket: LiveSocket | undefined;
let token: string | undefined;

/**
 * Subscribes to one kind of live event, across reconnections and changes of account; returns a function that
 * unsubscribes. The connection is opened after the page has loaded, so that it does not delay the first screen.
 */
export function onLive<E extends keyof LiveNews>(
	event: E,
	handler: (news: LiveNews[E]) => void,
): () => void {
	const hearing = handlers.get(event) ?? new Set();
	handlers.set(event, hearing.add(handler));
	connectWhenLoaded();
	return () => hearing.delete(handler);
}

/** Connects now if there is no connection, even after earlier attempts were given up. */
export function connectLive(): void {
	isWanted = true;
	if (socket) retryLive();
	else open();
}

/** Sends an event that may be lost: without a connection it is dropped. */
export function emitLive(event: string, payload: object): void {
	socket?.emit(event, payload);
}

/**
 * Sends an event and waits for its acknowledgement.
 * @throws Error when the connection breaks or no acknowledgement comes within ten seconds; the server may have
 * handled the event or not
 */
export function requestLive<R>(event: string, payload: object): Promise<R> {
	return socket ? socket.request(event, payload) : Promise.reject(new Error('No connection'));
}

/** Retries a failed connection. */
export function retryLive(): void {
	if (!isWanted || status.is !== 'failed') return;
	if (socket) socket.retry();
	else open();
}

export function useLiveStatus(): LiveStatus {
	return useSyncExternalStore(watchLiveStatus, currentLiveStatus);
}

export function currentLiveStatus(): LiveStatus {
	return status;
}

/** Calls back whenever the status changes; returns a function that stops watching. */
export function watchLiveStatus(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

function connectWhenLoaded(): void {
	if (document.readyState === 'complete') connectLive();
	else window.addEventListener('load', connectLive, { once: true });
}

function open(): void {
	const opening = readCredentials()?.token;
	token = opening;
	if (opening === undefined) {
		publish({ is: 'failed', count: 0, message: CHAT_MESSAGES.noToken });
		return;
	}
	publish(CONNECTING);
	import('./socket.ts').then(
		({ openLiveSocket }) => {
			// The account may have changed while the script loaded, or a second call was faster.
			if (opening === token && !socket) socket = openLiveSocket(opening, tell, publish);
		},
		() => publish({ is: 'failed', count: 0, message: CHAT_MESSAGES.cannotConnect }),
	);
}

function tell(event: string, news: unknown): void {
	if (event === CHAT_EVENTS.errorMessage) hearEnding(news);
	for (const handler of handlers.get(event as keyof LiveNews) ?? []) handler(news as never);
}

/** Handles the message that the session was ended elsewhere: this page must sign out, too. */
function hearEnding(words: unknown): void {
	// Store the reason now: another tab may be the first to end the session.
	if (words === SUSPENDED_MESSAGE) noteFarewell(SUSPENDED_MESSAGE);
	if (words === SUSPENDED_MESSAGE || words === CHAT_MESSAGES.signedOut) void checkStoredSession();
}

function publish(next: LiveStatus): void {
	status = next;
	// The server rejected the token, so the stored session must be checked.
	if (next.is === 'failed' && next.message === CHAT_MESSAGES.signIn) void checkStoredSession();
	for (const watcher of watchers) watcher();
}

/** A connection belongs to one session: reconnect when the token changes. */
watchCredentials(() => {
	if (!isWanted || readCredentials()?.token === token) return;
	socket?.close();
	socket = undefined;
	open();
});

globalThis.addEventListener?.('online', retryLive);
globalThis.document?.addEventListener('visibilitychange', () => {
	if (document.visibilityState === 'visible') retryLive();
});
