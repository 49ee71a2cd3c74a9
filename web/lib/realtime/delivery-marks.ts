import type { ChatChanged } from '#contract/chat/events.ts';

/** Messages that arrive within this time are marked together. */
const GATHER_MS = 500;

/**
 * Tells the server which messages have reached this device: the first at once, then the newest of each chat in
 * batches, so that marks do not use up the user's rate limit for sending. Messages marked already are skipped.
 */
export function openDeliveryMarks(tell: (mark: ChatChanged) => void) {
	const marked = new Map<string, number>();
	const waiting = new Map<string, ChatChanged>();
	let isGathering = false;

	function tellAll() {
		isGathering = waiting.size > 0;
		if (isGathering) setTimeout(tellAll, GATHER_MS);
		for (const mark of waiting.values()) tell(mark);
		waiting.clear();
	}

	return ({ roomId, messageId }: ChatChanged): void => {
		if (messageId <= (marked.get(roomId) ?? 0)) return;
		marked.set(roomId, messageId);
		waiting.set(roomId, { roomId, messageId });
		if (!isGathering) tellAll();
	};
}
