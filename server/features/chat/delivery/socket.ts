import type * as z from 'zod/mini';
import { positionUpdate } from '#contract/chat/events.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { chatChannel } from '#server/features/chat/rooms/channels.ts';
import { chatRefusal } from '#server/features/chat/rules.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { type RealtimeSocket, userRoom } from '#server/realtime/socket-types.ts';
import { advancePosition } from './receipt-queries.ts';

/** Handles read and delivered marks from any device of a user, whether the chat is open there or not. */
export function mountReceipts(realtime: RealtimeServer, db: Db): void {
	async function mark(
		{ data: { person } }: RealtimeSocket,
		{ roomId: room, messageId }: z.output<typeof positionUpdate>,
		isRead: boolean,
	): Promise<undefined> {
		const position = await advancePosition(db, person, room, messageId, isRead);
		if (!position) throw chatRefusal('notYours');
		const { hasAdvanced, isBlockedEither, lastMessageId, ...receipts } = position;
		if (!hasAdvanced) return;
		const roomId = formatRoomId(room);
		const userId = person.id;
		if (!isBlockedEither) {
			const others = realtime.io.in(chatChannel(roomId)).except(userRoom(userId));
			others.emit(REALTIME_EVENTS.receipt, { roomId, userId, ...receipts });
		}
		if (!isRead) return;
		realtime.toUser(userId, REALTIME_EVENTS.chatChanged, { roomId, messageId: lastMessageId });
		realtime.toUser(userId, REALTIME_EVENTS.notificationsChanged, {});
	}

	realtime.on({
		event: REALTIME_EVENTS.markRead,
		payload: positionUpdate,
		handle: (socket, request) => mark(socket, request, true),
	});
	realtime.on({
		event: REALTIME_EVENTS.markDelivered,
		payload: positionUpdate,
		handle: (socket, request) => mark(socket, request, false),
	});
}
