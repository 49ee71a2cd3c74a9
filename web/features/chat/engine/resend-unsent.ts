import { readRoomId } from '#contract/chat/room-id.ts';
import { currentLiveStatus, watchLiveStatus } from '#web/lib/realtime/realtime.ts';
import { hasWaiting, isPlaceTaken, watchFreePlace } from './leave-when-sent.ts';
import { listUnsentRooms } from './outbox.ts';
import { openRoom } from './room.ts';

/**
 * Sends what somebody wrote in chats that they have left meanwhile, on this page or an earlier one: one chat after the other, while
 * there is a line and no chat is open.
 */
export function sendLeftovers(userId: number, over: AbortSignal): void {
	let isSending = false;
	const stops = [watchLiveStatus(trySending), watchFreePlace(trySending)];
	over.addEventListener('abort', () => {
		for (const stop of stops) stop();
	});
	trySending();

	function trySending() {
		if (isSending || !maySend()) return;
		isSending = true;
		void sendAll(userId).finally(() => {
			isSending = false;
		});
	}
}

async function sendAll(userId: number): Promise<void> {
	for (const roomId of await listUnsentRooms(userId)) await sendFrom(roomId, userId);
}

async function sendFrom(roomId: string, userId: number): Promise<void> {
	const role = readRoomId(roomId)?.buyerId === userId ? 'buyer' : 'seller';
	const room = openRoom({ roomId, role, userId, otherId: 0, onNews: () => undefined });
	await room.readKept();
	if (hasWaiting(room.current()) && maySend()) await room.start()();
}

function maySend(): boolean {
	return currentLiveStatus().is === 'connected' && !isPlaceTaken();
}
