import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { hasBlockBetween, listBlockedEither } from '#server/features/chat/blocks/queries.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { userRoom } from '#server/realtime/socket-types.ts';
import { chatChannel, presenceChannel } from './channels.ts';
import { listStartedChats } from './queries.ts';

type PresenceServer = Pick<RealtimeServer, 'io' | 'isOnline'>;

/** Sends online and offline events to the open chats, never across a block. */
export function broadcastPresence(
	{ io, isShared, isOnline, onPresenceChange }: RealtimeServer,
	db: Db,
): void {
	onPresenceChange(async (userId) => {
		const channel = presenceChannel(userId);
		// Saves the query when nobody has a chat with the user open. Other instances would have to be asked.
		if (!isShared && !io.sockets.adapter.rooms.has(channel)) return;
		const blockedIds = await listBlockedEither(db, userId);
		// Read after the query, so that two quick changes end with the latest state.
		const isHere = await isOnline(userId);
		io.in(channel)
			.except(blockedIds.map(userRoom))
			.emit(REALTIME_EVENTS.presence, { userId, isHere });
	});
}

/**
 * Lets each side of a chat see whether the other is online. Call it for the first message that both see while nobody has
 * blocked the other; more calls have no effect.
 */
export async function shareChatPresence(
	{ io, isOnline }: PresenceServer,
	room: Room,
	sellerId: number,
): Promise<void> {
	for (const userId of [room.buyerId, sellerId]) {
		// Connections of the other side that do not see this user's presence yet.
		const unshared = io
			.in(chatChannel(formatRoomId(room)))
			.except([userRoom(userId), presenceChannel(userId)]);
		if (await isOnline(userId)) unshared.emit(REALTIME_EVENTS.presence, { userId, isHere: true });
		unshared.socketsJoin(presenceChannel(userId));
	}
}

/**
 * Hides presence and typing between two users in their open chats while a block lasts, and shows presence again when the
 * last block between them is removed. Call after each block or unblock.
 */
export async function publishBlockState(
	{ db, realtime: { io, isOnline } }: { db: Db; realtime: PresenceServer },
	one: number,
	other: number,
): Promise<void> {
	const isBlockedEither = await hasBlockBetween(db, one, other);
	for (const room of await listStartedChats(db, one, other)) {
		const roomId = formatRoomId(room);
		for (const userId of [one, other]) {
			// An event about a user who already looks offline would reveal the block.
			if (!(await isOnline(userId))) continue;
			const partners = io.in(chatChannel(roomId)).except(userRoom(userId));
			if (isBlockedEither) {
				partners.emit(REALTIME_EVENTS.typing, { roomId, userId, isTyping: false });
			}
			partners.emit(REALTIME_EVENTS.presence, { userId, isHere: !isBlockedEither });
		}
	}
}
