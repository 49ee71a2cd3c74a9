import { LIVE_EVENTS } from '#contract/chat-facts.ts';
import { roomIdOf } from '#contract/rooms.ts';
import type { Db } from '#server/db/client.ts';
import type { LiveServer } from '#server/realtime/live.ts';
import { type LiveSocket, userRoom } from '#server/realtime/live-socket.ts';
import { chatRoom, watchRoom } from './room-names.ts';
import { listApart } from './room-queries.ts';

/** Tells of people who come and go, each instance its own connections; never across a block. */
export function tellPresence(live: LiveServer, db: Db): void {
	live.watchPeople(async (userId) => {
		if (!live.io.sockets.adapter.rooms.has(watchRoom(userId))) return;
		const apart = await listApart(db, userId);
		// Asked last, so that of two changes at once the later one is told last.
		const isHere = live.isHere(userId);
		live.io.local
			.in(watchRoom(userId))
			.except(apart.map(userRoom))
			.emit(LIVE_EVENTS.presence, { userId, isHere });
	});
}

/** A seller who is in the chat when the buyer's first words come may know from then on whether they are here. */
export function acquaintSellers(live: LiveServer): void {
	const { io, bus } = live;
	bus.hear('chat begun', (room) => {
		const present = io.sockets.adapter.rooms.get(chatRoom(roomIdOf(room))) ?? [];
		for (const id of [...present]) {
			const socket = io.sockets.sockets.get(id);
			const isSeller = socket && socket.data.person.id !== room.buyerId;
			if (isSeller && !socket.rooms.has(watchRoom(room.buyerId)))
				acquaint(live, socket, room.buyerId);
		}
	});
}

/** Tells a connection from now on of somebody's coming and going, and at once how that stands. */
export function acquaint(live: LiveServer, socket: LiveSocket, userId: number): void {
	void socket.join(watchRoom(userId));
	socket.emit(LIVE_EVENTS.presence, { userId, isHere: live.isHere(userId) });
}
