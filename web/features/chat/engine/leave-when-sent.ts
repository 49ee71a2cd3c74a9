import type { RoomStore, RoomView } from './room-store.ts';

let endPendingLeave: (() => void) | undefined;
let isClaimed = false;
const watchers = new Set<() => void>();

/** One can be in a single room at a time. What was not sent in one that lingers stays kept. */
export function claimRoom(): void {
	endPendingLeave?.();
	isClaimed = true;
}

/** Whether there is a chat on the screen, or one that lingers. */
export function isRoomClaimed(): boolean {
	return isClaimed;
}

/** Calls back whenever the last room has been left; returns how to stop. */
export function watchRoomReleased(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

/** Whether something that was written there is still to be sent. */
export function hasPendingMessages({ unsent }: Pick<RoomView, 'unsent'>): boolean {
	return unsent.some(({ refusal }) => refusal === undefined);
}

/**
 * Leaves a room, but not before all that was written in it is sent: people write, and go on to another page. Done when it is left,
 * for that or because it is not to be joined, or another one is.
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
