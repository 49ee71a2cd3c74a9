import { currentRealtimeStatus, watchRealtimeStatus } from '#web/lib/realtime/realtime.ts';
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

/**
 * Sends what waits in a chat that is not on screen, because people write and then go to another page. A connection is in
 * one room at a time, so that these messages are sent without joining theirs, also while another chat is open. Resolves
 * once all are sent or rejected, the chat is opened, or the session ends.
 */
export function sendInBackground(
	roomId: string,
	store: RoomStore,
	{ flush, resetInFlight }: { flush: () => void; resetInFlight: () => void },
): Promise<void> {
	claimRoom(roomId);
	store.update({ isInBackground: true });
	flush();
	return new Promise((resolve) => {
		const stops = [store.watch(endIfSent), watchRealtimeStatus(sendAgain)];
		claimedRooms.set(roomId, end);
		endIfSent();

		function sendAgain() {
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
			resolve();
			for (const watcher of watchers) watcher();
		}
	});
}

function isConnected(): boolean {
	return currentRealtimeStatus().state === 'connected';
}
