import type { ChatChanged } from '#contract/chat/events.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { StoredMessage } from '#server/features/chat/messages/save.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { userRoom } from '#server/realtime/socket-types.ts';

interface InboxChange extends ChatChanged {
	userId: number;
}

/**
 * Notifies all devices of buyer and seller that a chat has new messages. Changes are collected until the end of the
 * current tick, then sent together: one event per chat, with its newest message id. Only one side is notified
 * of a message that a block hides from the other.
 */
export function createInboxUpdates({ io }: Pick<RealtimeServer, 'io'>) {
	/** Keyed by room id and user id. */
	let changes = new Map<string, InboxChange>();
	/** Users whose counts of unread messages have changed. */
	let receivers = new Set<number>();

	function add({
		id: messageId,
		room,
		senderId,
		receiverId,
		isHiddenFromRecipient,
		isHiddenFromSender,
	}: StoredMessage): void {
		if (changes.size === 0) process.nextTick(flush);
		const roomId = formatRoomId(room);
		const addChange = (userId: number) =>
			changes.set(`${roomId} ${userId}`, { roomId, messageId, userId });
		if (!isHiddenFromSender) addChange(senderId);
		if (isHiddenFromRecipient) return;
		addChange(receiverId);
		receivers.add(receiverId);
	}

	function flush(): void {
		const [sentChanges, notifiedReceivers] = [changes, receivers];
		changes = new Map();
		receivers = new Set();
		const byMessage = Map.groupBy(sentChanges.values(), ({ messageId }) => messageId);
		for (const [messageId, sides] of byMessage) {
			const roomId = sides[0]?.roomId;
			io.in(sides.map(({ userId }) => userRoom(userId))).emit(REALTIME_EVENTS.chatChanged, {
				roomId,
				messageId,
			});
		}
		// Socket.IO treats an empty list of rooms as "all sockets".
		if (notifiedReceivers.size > 0) {
			io.in([...notifiedReceivers].map(userRoom)).emit(REALTIME_EVENTS.notificationsChanged, {});
		}
	}

	return { add };
}
