import type { ChatChanged } from '#contract/chat/events.ts';

/** Messages that arrive within this time are marked together. */
const BATCH_MS = 500;

/**
 * Returns a function that reports to the server which messages have reached this device. The first message is reported
 * at once, then the newest of each chat in batches. More reports would use up the user's rate limit for sending. No
 * message is reported twice.
 */
export function createDeliveryMarker(send: (mark: ChatChanged) => void) {
	const lastMarkedIds = new Map<string, number>();
	const pending = new Map<string, ChatChanged>();
	let isBatching = false;

	function sendAll() {
		isBatching = pending.size > 0;
		if (isBatching) setTimeout(sendAll, BATCH_MS);
		for (const mark of pending.values()) send(mark);
		pending.clear();
	}

	return ({ roomId, messageId }: ChatChanged): void => {
		if (messageId <= (lastMarkedIds.get(roomId) ?? 0)) return;
		lastMarkedIds.set(roomId, messageId);
		pending.set(roomId, { roomId, messageId });
		if (!isBatching) sendAll();
	};
}
