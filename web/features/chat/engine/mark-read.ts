import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { requestLive } from '#web/lib/realtime/realtime.ts';
import type { RoomStore } from './room-store.ts';
import { AGAIN_AFTER_MS } from './sending.ts';

/** Messages that come one after the other are marked together. */
const GATHER_MS = 500;

/** Tells the server how far one has read, the first at once, and again until it has taken it. */
export function openReadMark(roomId: string, userId: number, store: RoomStore): () => void {
	let readId = 0;
	let toldId = 0;
	let isTelling = false;

	async function tellAll() {
		isTelling = true;
		while (toldId < readId) {
			const messageId = readId;
			const isTold = await tell(messageId);
			if (isTold) toldId = messageId;
			else if (!isUpToDate()) break;
			await new Promise((resolve) => setTimeout(resolve, isTold ? GATHER_MS : AGAIN_AFTER_MS));
		}
		isTelling = false;
	}

	async function tell(messageId: number): Promise<boolean> {
		try {
			const mark = { roomId, messageId };
			return (await requestLive<{ success: boolean }>(LIVE_EVENTS.markRead, mark)).success;
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
		if (isUpToDate() && !isTelling) void tellAll();
	};
}
