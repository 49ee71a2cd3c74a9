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

/** What the server tells by the live connection, by the names of the contract's events. */
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
 * Hears one kind of news for as long as somebody is signed in, over broken lines and changes of account; returns how
 * to stop. The connection is made once the page has loaded: it must not slow the first screen down.
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

/** Makes the connection now, if there is none, also where it was given up before. */
export function connectLive(): void {
	isWanted = true;
	if (socket) retryLive();
	else open();
}

/** Tells the server something that is not worth keeping until the line is back. */
export function emitLive(event: string, payload: object): void {
	socket?.emit(event, payload);
}

/**
 * Tells the server something and waits for its acknowledgement.
 * @throws Error when the line breaks or nothing comes in ten seconds: the server may have heard it or not
 */
export function requestLive<R>(event: string, payload: object): Promise<R> {
	return socket ? socket.request(event, payload) : Promise.reject(new Error('No connection'));
}

/** Tries again after a failure. */
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

/** Calls back whenever the status changes; returns how to stop. */
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
			// Meanwhile somebody else may have signed in, or the same person have asked twice.
			if (opening === token && !socket) socket = openLiveSocket(opening, tell, publish);
		},
		() => publish({ is: 'failed', count: 0, message: CHAT_MESSAGES.cannotConnect }),
	);
}

function tell(event: string, news: unknown): void {
	if (event === CHAT_EVENTS.errorMessage) hearEnding(news);
	for (const handler of handlers.get(event as keyof LiveNews) ?? []) handler(news as never);
}

/** The session was ended from elsewhere: whatever page this is, it must not go on as if it were open. */
function hearEnding(words: unknown): void {
	// Another tab may hear the answer first.
	if (words === SUSPENDED_MESSAGE) noteFarewell(SUSPENDED_MESSAGE);
	if (words === SUSPENDED_MESSAGE || words === CHAT_MESSAGES.signedOut) void checkStoredSession();
}

function publish(next: LiveStatus): void {
	status = next;
	// A connection is refused for good: the same token opens nothing else.
	if (next.is === 'failed' && next.message === CHAT_MESSAGES.signIn) void checkStoredSession();
	for (const watcher of watchers) watcher();
}

/** One connection speaks for one session. */
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
