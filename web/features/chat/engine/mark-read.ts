import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { type EventAnswer, requestRealtime } from '#web/lib/realtime/realtime.ts';
import { RETRY_DELAY_MS } from './message-sender.ts';
import { isPermanentError } from './permanent-error.ts';
import type { RoomStore } from './room-store.ts';

/** Messages that arrive within this time are marked as read with one request. */
const BATCH_MS = 500;

/**
 * Returns a function that sends the user's read position to the server: the first position at once, later ones at most
 * every `BATCH_MS`. A failed request is repeated while the chat can be read on the current connection, unless the server
 * would refuse it again. After a new connection, the list of messages calls the function again once the chat is joined.
 */
export function createReadMarker(roomId: string, userId: number, store: RoomStore): () => void {
	let readId = 0;
	let sentId = 0;
	let isSending = false;

	async function sendAll() {
		isSending = true;
		while (sentId < readId) {
			const messageId = readId;
			const isDone = await sendMark(messageId);
			if (isDone) sentId = messageId;
			else if (!canRead()) break;
			await new Promise((resolve) => setTimeout(resolve, isDone ? BATCH_MS : RETRY_DELAY_MS));
		}
		isSending = false;
	}

	/** @returns false when the mark must be sent again */
	async function sendMark(messageId: number): Promise<boolean> {
		try {
			const mark = { roomId, messageId };
			const answer = await requestRealtime<EventAnswer>(REALTIME_EVENTS.markRead, mark);
			return answer.success || isPermanentError(answer);
		} catch {
			return false;
		}
	}

	/** A closed chat can be read, but not written in. */
	function canRead() {
		const { isJoined, isClosed } = store.current();
		return isJoined || isClosed;
	}

	return () => {
		const { messages } = store.current();
		readId = messages.findLast((message) => message.userId !== userId)?.id ?? 0;
		if (canRead() && !isSending) void sendAll();
	};
}
