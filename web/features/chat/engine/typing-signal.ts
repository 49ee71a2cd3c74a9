import { REALTIME_EVENTS, SOCKET_LIMITS } from '#contract/chat/facts.ts';
import { emitRealtime } from '#web/lib/realtime/realtime.ts';
import type { RoomStore } from './room-store.ts';

export interface TypingSignal {
	/** Notifies the other person that the user started or stopped typing. */
	sendTyping: (isTyping: boolean) => void;
	/** Handles a typing event of the other person. */
	handleTyping: (isTyping: boolean) => void;
	stop: () => void;
}

/** Shorter than the time after which the other browser hides the indicator, so that the indicator stays visible. */
const RESEND_MS = SOCKET_LIMITS.typingMs * 0.6;

/**
 * Sends and receives typing events. While the user types, an event is sent at most every `RESEND_MS`. The indicator
 * is hidden when no event has arrived for `typingMs`.
 */
export function createTypingSignal(roomId: string, store: RoomStore): TypingSignal {
	/** When this user was last reported as typing: milliseconds since 1970; 0 once reported as not typing. */
	let sentAt = 0;
	let hideTimer: ReturnType<typeof setTimeout> | undefined;

	function sendTyping(isTyping: boolean) {
		const now = Date.now();
		const isDue = isTyping ? now - sentAt >= RESEND_MS : sentAt > 0;
		if (!isDue || !store.current().isJoined) return;
		sentAt = isTyping ? now : 0;
		emitRealtime(REALTIME_EVENTS.typing, { roomId, isTyping });
	}

	function setTyping(isTyping: boolean) {
		if (store.current().isTyping !== isTyping) store.update({ isTyping });
	}

	function handleTyping(isTyping: boolean) {
		clearTimeout(hideTimer);
		setTyping(isTyping);
		if (isTyping) hideTimer = setTimeout(() => setTyping(false), SOCKET_LIMITS.typingMs);
	}

	return {
		sendTyping,
		handleTyping,
		stop: () => {
			sendTyping(false);
			clearTimeout(hideTimer);
			setTyping(false);
		},
	};
}
