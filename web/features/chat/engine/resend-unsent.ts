import { parseRoomId } from '#contract/chat/room-id.ts';
import { currentRealtimeStatus, watchRealtimeStatus } from '#web/lib/realtime/realtime.ts';
import { hasPendingMessages, isRoomClaimed, watchRoomReleased } from './leave-when-sent.ts';
import { listUnsentRooms } from './outbox.ts';
import { createRoom } from './room.ts';

/**
 * Sends the unsent messages of chats that are not open, written on this page or an earlier visit. Works through one
 * chat after the other while the connection is up and no chat is open.
 */
export function resendUnsent(userId: number, signal: AbortSignal): void {
	let isSending = false;
	const stops = [watchRealtimeStatus(resendIfPossible), watchRoomReleased(resendIfPossible)];
	signal.addEventListener('abort', () => {
		for (const stop of stops) stop();
	});
	resendIfPossible();

	function resendIfPossible() {
		if (isSending || !canResend()) return;
		isSending = true;
		void sendAll(userId).finally(() => {
			isSending = false;
		});
	}
}

async function sendAll(userId: number): Promise<void> {
	for (const roomId of await listUnsentRooms(userId)) await resendRoom(roomId, userId);
}

async function resendRoom(roomId: string, userId: number): Promise<void> {
	const role = parseRoomId(roomId)?.buyerId === userId ? 'buyer' : 'seller';
	const room = createRoom({ roomId, role, userId, otherId: 0, onOutdated: () => undefined });
	await room.restoreUnsent();
	if (hasPendingMessages(room.current()) && canResend()) await room.start()();
}

function canResend(): boolean {
	return currentRealtimeStatus().state === 'connected' && !isRoomClaimed();
}
