import type * as z from 'zod/mini';
import { positionUpdate } from '#contract/chat/events.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { chatChannel } from '#server/features/chat/rooms/channels.ts';
import { chatRefusal } from '#server/features/chat/rules.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { type RealtimeSocket, userRoom } from '#server/realtime/socket-types.ts';
import { type AdvancedPosition, advancePosition } from './receipt-queries.ts';

/** Handles read and delivered marks from any device of a user, whether the chat is open there or not. */
export function mountReceipts(realtime: RealtimeServer, db: Db): void {
	async function mark(
		{ data }: RealtimeSocket,
		{ roomId: room, messageId }: z.output<typeof positionUpdate>,
		isRead: boolean,
	): Promise<undefined> {
		const { person } = data;
		const position = await advancePosition(db, person, room, messageId, isRead);
		if (!position) throw chatRefusal('notYours');
		const { hasAdvanced, isBlockedEither, lastMessageId, hasReadNotifications, ...receipts } =
			position;
		const roomId = formatRoomId(room);
		const userId = person.id;
		if (isRead) {
			data.read = { roomId, messageId: Math.min(messageId, lastMessageId) };
			publishRead(realtime, userId, roomId, position);
		}
		if (!hasAdvanced || isBlockedEither) return;
		const others = realtime.io.in(chatChannel(roomId)).except(userRoom(userId));
		others.emit(REALTIME_EVENTS.receipt, { roomId, userId, ...receipts });
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

/** Updates the reader's own devices. */
function publishRead(
	{ toUser }: Pick<RealtimeServer, 'toUser'>,
	userId: number,
	roomId: string,
	{ hasAdvanced, hasReadNotifications, lastMessageId: messageId }: AdvancedPosition,
): void {
	if (hasAdvanced) toUser(userId, REALTIME_EVENTS.chatChanged, { roomId, messageId });
	if (hasAdvanced || hasReadNotifications) toUser(userId, REALTIME_EVENTS.notificationsChanged, {});
}
