import type { ChatChanged } from '#contract/chat/events.ts';

/** What comes in one after the other is marked together. */
const GATHER_MS = 500;

/**
 * Tells the server which messages have reached this device: the first at once, then the newest of each chat, so that whoever is
 * written to does not use up what they may send themselves. Of what is marked already, read elsewhere for one, nothing is told.
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
