import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { type RealtimeSocket, userRoom } from '#server/realtime/socket-types.ts';
import { chatChannel, findJoinedRoomId, partnerChannel, presenceChannel } from './channels.ts';
import { listBlockedEither } from './queries.ts';

/** Tells of people who come and go, each instance its own connections; never across a block. */
export function broadcastPresence(realtime: RealtimeServer, db: Db): void {
	realtime.onPresenceChange(async (userId) => {
		if (!realtime.io.sockets.adapter.rooms.has(presenceChannel(userId))) return;
		const blockedIds = await listBlockedEither(db, userId);
		// Asked last, so that of two changes at once the later one is told last.
		const isHere = realtime.isOnline(userId);
		realtime.io.local
			.in(presenceChannel(userId))
			.except(blockedIds.map(userRoom))
			.emit(REALTIME_EVENTS.presence, { userId, isHere });
	});
}

/** Two who are in the chat when the buyer's first words come may know from then on whether the other is here. */
export function sharePresenceOnChatStart(realtime: RealtimeServer): void {
	const { io, bus } = realtime;
	bus.subscribe('chat begun', ({ sellerId, ...room }) => {
		const socketIds = io.sockets.adapter.rooms.get(chatChannel(formatRoomId(room))) ?? [];
		for (const id of [...socketIds]) {
			const socket = io.sockets.sockets.get(id);
			if (!socket) continue;
			const isSeller = socket.data.person.id === sellerId;
			const otherId = isSeller ? room.buyerId : sellerId;
			if (!socket.rooms.has(presenceChannel(otherId))) sharePresence(realtime, socket, otherId);
		}
	});
}

/** From the moment of a block to its end, two who have a chat with each other open do not know whether the other is here or writes. */
export function hidePresenceOnBlock(realtime: RealtimeServer): void {
	const { io, bus } = realtime;

	/** The connections to this instance on which one person has a chat with another open. */
	function listSocketsInChat(partnerId: number, userId: number): RealtimeSocket[] {
		const ids = [...(io.sockets.adapter.rooms.get(partnerChannel(partnerId)) ?? [])];
		const sockets = ids
			.map((id) => io.sockets.sockets.get(id))
			.filter((found) => found !== undefined);
		return sockets.filter(({ data }) => data.person.id === userId);
	}

	function updatePresence(userId: number, partnerId: number, isBlockedEither: boolean): void {
		// Of who is not here nothing shows: a word of it would only tell of the block.
		if (!realtime.isOnline(partnerId)) return;
		for (const socket of listSocketsInChat(partnerId, userId)) {
			const roomId = findJoinedRoomId(socket);
			if (isBlockedEither)
				socket.emit(REALTIME_EVENTS.typing, { roomId, userId: partnerId, isTyping: false });
			if (!socket.rooms.has(presenceChannel(partnerId))) continue;
			socket.emit(REALTIME_EVENTS.presence, { userId: partnerId, isHere: !isBlockedEither });
		}
	}

	bus.subscribe('apart', ({ people: [one, other], isApart: isBlockedEither }) => {
		updatePresence(one, other, isBlockedEither);
		updatePresence(other, one, isBlockedEither);
	});
}

/** Tells a connection from now on of somebody's coming and going, and at once how that stands. */
export function sharePresence(
	realtime: RealtimeServer,
	socket: RealtimeSocket,
	userId: number,
): void {
	void socket.join(presenceChannel(userId));
	socket.emit(REALTIME_EVENTS.presence, { userId, isHere: realtime.isOnline(userId) });
}
