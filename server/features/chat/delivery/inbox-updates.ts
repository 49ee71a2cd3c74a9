import type { ChatChanged } from '#contract/chat/events.ts';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { roomIdOf } from '#contract/chat/room-id.ts';
import type { StoredMessage } from '#server/features/chat/messages/save.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import { userRoom } from '#server/realtime/socket-types.ts';

interface Change extends ChatChanged {
	userId: number;
}

/**
 * Tells all devices of both sides that something was said, once the work is done that is being done. It is not told message by
 * message: what was stored together is told together, the newest of each chat.
 */
export function createChatNews({ io }: Pick<LiveServer, 'io'>) {
	/** By chat and person. */
	let changes = new Map<string, Change>();
	let receivers = new Set<number>();

	function add({ id: messageId, room, senderId, receiverId, isWithheld }: StoredMessage): void {
		if (changes.size === 0) process.nextTick(tell);
		const roomId = roomIdOf(room);
		const note = (userId: number) =>
			changes.set(`${roomId} ${userId}`, { roomId, messageId, userId });
		note(senderId);
		if (isWithheld) return;
		note(receiverId);
		receivers.add(receiverId);
	}

	function tell(): void {
		const [changed, received] = [changes, receivers];
		changes = new Map();
		receivers = new Set();
		const byMessage = Map.groupBy(changed.values(), ({ messageId }) => messageId);
		for (const [messageId, sides] of byMessage) {
			const roomId = sides[0]?.roomId;
			io.in(sides.map(({ userId }) => userRoom(userId))).emit(LIVE_EVENTS.chatChanged, {
				roomId,
				messageId,
			});
		}
		// To none would be to everybody.
		if (received.size > 0) {
			io.in([...received].map(userRoom)).emit(LIVE_EVENTS.noticesChanged, {});
		}
	}

	return { add };
}
