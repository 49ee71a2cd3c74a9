import type { RoomStore } from './room-view.ts';

let lingering: (() => void) | undefined;

/** Another chat is on the screen: one can be in a single room at a time. What the one before did not send stays kept. */
export function endLingering(): void {
	lingering?.();
	lingering = undefined;
}

/** Leaves a room, but not before all that was written in it is sent: people write, and go on to another page. */
export function leaveWhenSent(store: RoomStore, leave: () => void): void {
	if (isAllSent()) {
		leave();
		return;
	}
	const stopWatching = store.watch(() => {
		if (isAllSent()) endLingering();
	});
	lingering = () => {
		stopWatching();
		leave();
	};

	function isAllSent() {
		return store.current().unsent.every(({ refusal }) => refusal !== undefined);
	}
}
