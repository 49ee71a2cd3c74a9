import type { RoomStore, RoomView } from './room-store.ts';

let endPendingLeave: (() => void) | undefined;
let isClaimed = false;
const watchers = new Set<() => void>();

/** Ends a pending leave, because a user is in one room at a time. Its unsent messages stay in the outbox. */
export function claimRoom(): void {
	endPendingLeave?.();
	isClaimed = true;
}

/** Whether a chat is on screen, or a left one is still sending. */
export function isRoomClaimed(): boolean {
	return isClaimed;
}

/** Calls back whenever the last room has been left; returns a function that stops watching. */
export function watchRoomReleased(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

/** Whether the chat has messages waiting to be sent; rejected ones do not count. */
export function hasPendingMessages({ unsent }: Pick<RoomView, 'unsent'>): boolean {
	return unsent.some(({ error }) => error === undefined);
}

/**
 * Leaves a room after everything written in it is sent, because people write and then go to another page. Also leaves
 * when the room cannot be joined or another room is claimed. Resolves once the room is left.
 */
export function leaveWhenSent(store: RoomStore, leave: () => void): Promise<void> {
	return new Promise((resolve) => {
		const stopWatching = store.watch(leaveIfDone);
		endPendingLeave = end;
		leaveIfDone();

		function end() {
			stopWatching();
			endPendingLeave = undefined;
			leave();
			resolve();
		}

		function leaveIfDone() {
			if (hasPendingMessages(store.current()) && store.current().joinError === undefined) return;
			end();
			isClaimed = false;
			for (const watcher of watchers) watcher();
		}
	});
}
