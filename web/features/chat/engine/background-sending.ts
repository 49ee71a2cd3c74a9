import { currentRealtimeStatus, watchRealtimeStatus } from '#web/lib/realtime/realtime.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import type { RoomStore, RoomView } from './room-store.ts';

/**
 * By room id: the chat on screen, and each chat that is sending in the background. Calling the value ends the
 * background sending; for the chat on screen it does nothing.
 */
const claimedRooms = new Map<string, () => void>();
const watchers = new Set<() => void>();

/**
 * Marks a chat as on screen. Its sending in the background ends, because the open chat sends its messages itself. When
 * the chat is left, `sendInBackground` replaces the mark, and removes it when nothing is left to send.
 */
export function claimRoom(roomId: string): void {
	claimedRooms.get(roomId)?.();
	claimedRooms.set(roomId, () => undefined);
}

/** Whether a chat is on screen, or is sending in the background. */
export function isRoomClaimed(roomId: string): boolean {
	return claimedRooms.has(roomId);
}

/** Calls back whenever a chat has ended its background sending; returns a function that stops watching. */
export function watchRoomReleased(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

/** Ends the background sending of all chats, after the session has ended or changed. Unsent messages stay stored. */
export function endBackgroundSending(): void {
	for (const end of [...claimedRooms.values()]) end();
}

/** Whether the chat has messages waiting to be sent; rejected ones do not count. */
export function hasPendingMessages({ unsent }: Pick<RoomView, 'unsent'>): boolean {
	return unsent.some(({ error }) => error === undefined);
}

/** Whether messages can be sent now: the room is joined, or the chat sends in the background, without joining. */
export function canSend({ isJoined, isInBackground }: RoomView): boolean {
	return isJoined || (isInBackground && isConnected());
}

interface BackgroundRoom {
	roomId: string;
	/** The author of the messages. */
	userId: number;
	store: RoomStore;
	flush: () => void;
	resetInFlight: () => void;
}

/**
 * Sends the unsent messages of a chat that is not on screen, because people often leave a chat right after writing.
 * The messages are sent without joining the room: a connection can join only one room at a time, and another chat may
 * be open. Sending ends when all messages are sent or rejected, the chat is opened, or the session ends.
 */
export function sendInBackground(room: BackgroundRoom): void {
	const { roomId, userId, store, flush, resetInFlight } = room;
	claimRoom(roomId);
	const stops = [store.watch(endIfSent), watchRealtimeStatus(sendAgain)];
	claimedRooms.set(roomId, end);
	store.update({ isInBackground: true });
	if (isOwnSession()) flush();
	else end();

	/** Another user of this browser must not send these messages. */
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

/** Whether the live connection is open. */
export function isConnected(): boolean {
	return currentRealtimeStatus().state === 'connected';
}
