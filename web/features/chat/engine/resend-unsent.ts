import { parseRoomId } from '#contract/chat/room-id.ts';
import { discardAllUploads } from '#web/features/chat/photos/known-uploads.ts';
import { watchRealtimeStatus } from '#web/lib/realtime/realtime.ts';
import {
	endBackgroundSending,
	hasPendingMessages,
	isConnected,
	isRoomClaimed,
	watchRoomReleased,
} from './background-sending.ts';
import { listUnsentRooms } from './outbox.ts';
import { createChatRoom } from './room.ts';

/**
 * Sends the unsent messages of chats that are not open, written on this page or on an earlier visit. Does so at once
 * if there is a connection, on every new connection, and when a chat has ended its background sending.
 * @param signal aborted when the session ends; that also cancels the uploads of photos
 */
export function resendUnsent(userId: number, signal: AbortSignal): void {
	let isReadingOutbox = false;
	const stops = [watchRealtimeStatus(resendIfPossible), watchRoomReleased(resendIfPossible)];
	signal.addEventListener('abort', () => {
		for (const stop of stops) stop();
		endBackgroundSending();
		discardAllUploads();
	});
	resendIfPossible();

	function resendIfPossible() {
		if (isReadingOutbox || !isConnected()) return;
		isReadingOutbox = true;
		void sendAll(userId, signal).finally(() => {
			isReadingOutbox = false;
		});
	}
}

async function sendAll(userId: number, signal: AbortSignal): Promise<void> {
	for (const roomId of await listUnsentRooms(userId)) {
		const role = parseRoomId(roomId)?.buyerId === userId ? 'buyer' : 'seller';
		// Only a chat on screen needs `otherId`.
		const room = createChatRoom({ roomId, role, userId, otherId: 0, onOutdated: () => undefined });
		await room.restoreUnsent();
		if (signal.aborted) return;
		if (hasPendingMessages(room.current()) && !isRoomClaimed(roomId)) room.sendInBackground();
	}
}
