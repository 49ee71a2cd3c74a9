import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { requestRealtime } from '#web/lib/realtime/realtime.ts';
import { RETRY_DELAY_MS } from './message-sender.ts';
import type { RoomStore } from './room-store.ts';

/** Messages that arrive within this time are marked as read with one request. */
const BATCH_MS = 500;

/**
 * Returns a function that sends the user's read position to the server: the first one at once, later ones in batches.
 * A failed request is repeated as long as the room is joined or closed.
 */
export function createReadMarker(roomId: string, userId: number, store: RoomStore): () => void {
	let readId = 0;
	let sentId = 0;
	let isSending = false;

	async function sendAll() {
		isSending = true;
		while (sentId < readId) {
			const messageId = readId;
			const isSent = await sendMark(messageId);
			if (isSent) sentId = messageId;
			else if (!isUpToDate()) break;
			await new Promise((resolve) => setTimeout(resolve, isSent ? BATCH_MS : RETRY_DELAY_MS));
		}
		isSending = false;
	}

	async function sendMark(messageId: number): Promise<boolean> {
		try {
			const mark = { roomId, messageId };
			return (await requestRealtime<{ success: boolean }>(REALTIME_EVENTS.markRead, mark)).success;
		} catch {
			return false;
		}
	}

	function isUpToDate() {
		const { isJoined, isClosed } = store.current();
		return isJoined || isClosed;
	}

	return () => {
		const { messages } = store.current();
		readId = messages.findLast((message) => message.userId !== userId)?.id ?? 0;
		if (isUpToDate() && !isSending) void sendAll();
	};
}
