import { currentRealtimeStatus, watchRealtimeStatus } from '#web/lib/realtime/realtime.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import type { RoomStore, RoomView } from './room-store.ts';

/**
 * The chats of this page that send their own messages, by room id: the open one, and those that are not on screen until all
 * is sent. The value ends the sending in the background.
 */
const claimedRooms = new Map<string, () => void>();
const watchers = new Set<() => void>();

/** A chat is on screen: it sends its messages itself. */
export function claimRoom(roomId: string): void {
	claimedRooms.get(roomId)?.();
	claimedRooms.set(roomId, () => undefined);
}

/** Whether a chat is on screen, or is sending in the background. */
export function isRoomClaimed(roomId: string): boolean {
	return claimedRooms.has(roomId);
}

/** Calls back whenever a chat is neither on screen nor sending any more; returns a function that stops watching. */
export function watchRoomReleased(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

/** The session has ended or changed: what is left stays in the outbox of its user. */
export function endBackgroundSending(): void {
	for (const end of [...claimedRooms.values()]) end();
}

/** Whether the chat has messages waiting to be sent; rejected ones do not count. */
export function hasPendingMessages({ unsent }: Pick<RoomView, 'unsent'>): boolean {
	return unsent.some(({ error }) => error === undefined);
}

/** Whether messages can be sent now: into the joined room, or without joining it. */
export function canSend({ isJoined, isInBackground }: RoomView): boolean {
	return isJoined || (isInBackground && isConnected());
}

interface BackgroundRoom {
	roomId: string;
	/** Whose messages they are. */
	userId: number;
	store: RoomStore;
	flush: () => void;
	resetInFlight: () => void;
}

/**
 * Sends what waits in a chat that is not on screen, because people write and then go to another page. A connection is in
 * one room at a time, so that these messages are sent without joining theirs, also while another chat is open. Ends once
 * all are sent or rejected, the chat is opened, or the session ends.
 */
export function sendInBackground(room: BackgroundRoom): void {
	const { roomId, userId, store, flush, resetInFlight } = room;
	claimRoom(roomId);
	const stops = [store.watch(endIfSent), watchRealtimeStatus(sendAgain)];
	claimedRooms.set(roomId, end);
	store.update({ isInBackground: true });
	if (isOwnSession()) flush();
	else end();

	/** The next user of this browser must not send them. */
	function isOwnSession(): boolean {
		return readCredentials()?.userId === userId;
	}

	function sendAgain() {
		if (!isOwnSession()) return end();
		if (!isConnected()) return;
		resetInFlight();
		flush();
	}

	function endIfSent() {
		if (!hasPendingMessages(store.current())) end();
	}

	function end() {
		for (const stop of stops) stop();
		claimedRooms.delete(roomId);
		store.update({ isInBackground: false });
		for (const watcher of watchers) watcher();
	}
}

function isConnected(): boolean {
	return currentRealtimeStatus().state === 'connected';
}
