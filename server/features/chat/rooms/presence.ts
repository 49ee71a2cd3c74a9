import type { FastifyBaseLogger } from 'fastify';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { reasonOf } from '#server/db/errors.ts';
import { hasBlockBetween, listBlockedEither } from '#server/features/chat/blocks/queries.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { listLocalSockets, type RealtimeSocket, userRoom } from '#server/realtime/socket-types.ts';
import { chatChannel, findJoinedRoomId, partnerChannel, presenceChannel } from './channels.ts';
import { blockChanged, chatStarted, type StartedChat } from './topics.ts';

/**
 * Sends online and offline events to the open chats, never across a block. Each instance notifies its own connections.
 */
export function broadcastPresence(realtime: RealtimeServer, db: Db): void {
	realtime.onPresenceChange(async (userId) => {
		if (!realtime.io.sockets.adapter.rooms.has(presenceChannel(userId))) return;
		const blockedIds = await listBlockedEither(db, userId);
		// Read after the await, so that two quick changes end with the latest state.
		const isHere = realtime.isOnline(userId);
		realtime.io.local
			.in(presenceChannel(userId))
			.except(blockedIds.map(userRoom))
			.emit(REALTIME_EVENTS.presence, { userId, isHere });
	});
}

/** From the first message that both sides see, shares presence between the two sides that have the chat open. */
export function sharePresenceOnChatStart(
	realtime: RealtimeServer,
	{ db, log }: { db: Db; log: FastifyBaseLogger },
): void {
	const { io, bus } = realtime;

	/** This instance’s connections in the chat that do not get the other side’s presence yet. */
	function listUnshared({ sellerId, ...room }: StartedChat) {
		return listLocalSockets(io, chatChannel(formatRoomId(room))).flatMap((socket) => {
			const otherId = socket.data.person.id === sellerId ? room.buyerId : sellerId;
			return socket.rooms.has(presenceChannel(otherId)) ? [] : { socket, otherId };
		});
	}

	async function share(chat: StartedChat): Promise<void> {
		const unshared = listUnshared(chat);
		if (unshared.length === 0) return;
		// Joined even during a block, so that the end of the block shows the presence.
		for (const { socket, otherId } of unshared) void socket.join(presenceChannel(otherId));
		// The event may arrive late, when a block has begun.
		if (await hasBlockBetween(db, chat.sellerId, chat.buyerId)) return;
		for (const { socket, otherId } of unshared)
			sendPresenceUnlessOffline(realtime, socket, otherId, false);
	}

	chatStarted.subscribe(bus, (chat) => {
		share(chat).catch((error: unknown) =>
			log.warn({ reason: reasonOf(error) }, 'presence was not shared'),
		);
	});
}

/** Hides presence and typing between two users in their open chats while a block lasts. */
export function hidePresenceOnBlock(realtime: RealtimeServer): void {
	const { io, bus } = realtime;

	function updatePresence(userId: number, partnerId: number, isBlockedEither: boolean): void {
		// An event about an offline partner would reveal the block.
		if (!realtime.isOnline(partnerId)) return;
		for (const socket of listLocalSockets(io, partnerChannel(partnerId))) {
			if (socket.data.person.id !== userId) continue;
			const roomId = findJoinedRoomId(socket);
			if (isBlockedEither)
				socket.emit(REALTIME_EVENTS.typing, { roomId, userId: partnerId, isTyping: false });
			sendPresenceUnlessOffline(realtime, socket, partnerId, isBlockedEither);
		}
	}

	blockChanged.subscribe(bus, ({ people: [one, other], isApart: isBlockedEither }) => {
		updatePresence(one, other, isBlockedEither);
		updatePresence(other, one, isBlockedEither);
	});
}

/**
 * Sends a connection the presence of an online partner: offline if one of the two has blocked the other, otherwise
 * online. Call when a block has begun or ended, or when presence may be shared. Has no effect on a connection that does
 * not get the partner's presence, or no longer gets it.
 */
export function sendPresenceUnlessOffline(
	realtime: RealtimeServer,
	socket: RealtimeSocket,
	partnerId: number,
	isBlockedEither: boolean,
): void {
	// An offline partner already looks offline: an event now would reveal the block.
	if (!realtime.isOnline(partnerId) || !socket.rooms.has(presenceChannel(partnerId))) return;
	socket.emit(REALTIME_EVENTS.presence, { userId: partnerId, isHere: !isBlockedEither });
}

/** Subscribes a connection to a user's presence and sends the current state at once. */
export function sharePresence(
	realtime: RealtimeServer,
	socket: RealtimeSocket,
	userId: number,
): void {
	void socket.join(presenceChannel(userId));
	socket.emit(REALTIME_EVENTS.presence, { userId, isHere: realtime.isOnline(userId) });
}
