import { LIVE_EVENTS, SOCKET_LIMITS } from '#contract/chat/facts.ts';
import { emitLive } from '#web/lib/realtime/realtime.ts';
import type { RoomStore } from './room-store.ts';

export interface Typing {
	/** Tells the other side that one writes, or no longer does. */
	tell: (isTyping: boolean) => void;
	/** What the other side tells. */
	hear: (isTyping: boolean) => void;
	stop: () => void;
}

/** Well before the other side stops showing it. */
const AGAIN_MS = SOCKET_LIMITS.typingMs * 0.6;

/** 'is typing', both ways: told at most every few seconds, shown until there was no sign of it for a while. */
export function openTyping(roomId: string, store: RoomStore): Typing {
	let toldAt = 0;
	let showing: ReturnType<typeof setTimeout> | undefined;

	function tell(isTyping: boolean) {
		const now = Date.now();
		const isNews = isTyping ? now - toldAt >= AGAIN_MS : toldAt > 0;
		if (!isNews || !store.current().isJoined) return;
		toldAt = isTyping ? now : 0;
		emitLive(LIVE_EVENTS.typing, { roomId, isTyping });
	}

	function show(isTyping: boolean) {
		if (store.current().isTyping !== isTyping) store.change({ isTyping });
	}

	function hear(isTyping: boolean) {
		clearTimeout(showing);
		show(isTyping);
		if (isTyping) showing = setTimeout(() => show(false), SOCKET_LIMITS.typingMs);
	}

	return {
		tell,
		hear,
		stop: () => {
			tell(false);
			clearTimeout(showing);
			show(false);
		},
	};
}
