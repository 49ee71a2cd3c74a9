import type * as z from 'zod/mini';
import { marked } from '#contract/chat/events.ts';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { roomIdOf } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { chatRoom } from '#server/features/chat/rooms/channels.ts';
import { refusalOf } from '#server/features/chat/rules.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import { type LiveSocket, userRoom } from '#server/realtime/socket-types.ts';
import { moveStanding } from './receipt-queries.ts';

/** How far each side has come, from any of their devices, whether the chat is open there or not. */
export function mountReceipts(live: LiveServer, db: Db): void {
	async function mark(
		{ data: { person } }: LiveSocket,
		{ roomId: room, messageId }: z.output<typeof marked>,
		isRead: boolean,
	): Promise<undefined> {
		const standing = await moveStanding(db, person, room, messageId, isRead);
		if (!standing) throw refusalOf('notYours');
		const { hasMoved, isApart, lastMessageId, ...come } = standing;
		if (!hasMoved) return;
		const roomId = roomIdOf(room);
		const userId = person.id;
		if (!isApart) {
			const others = live.io.in(chatRoom(roomId)).except(userRoom(userId));
			others.emit(LIVE_EVENTS.receipt, { roomId, userId, ...come });
		}
		if (!isRead) return;
		live.toUser(userId, LIVE_EVENTS.chatChanged, { roomId, messageId: lastMessageId });
		live.toUser(userId, LIVE_EVENTS.noticesChanged, {});
	}

	live.on({
		event: LIVE_EVENTS.markRead,
		payload: marked,
		handle: (socket, sent) => mark(socket, sent, true),
	});
	live.on({
		event: LIVE_EVENTS.markDelivered,
		payload: marked,
		handle: (socket, sent) => mark(socket, sent, false),
	});
}
