import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { roomIdOf } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import { type LiveSocket, userRoom } from '#server/realtime/socket-types.ts';
import { chatRoom, openRoomOf, partnerRoom, watchRoom } from './channels.ts';
import { listApart } from './queries.ts';

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

/** Two who are in the chat when the buyer's first words come may know from then on whether the other is here. */
export function acquaintBoth(live: LiveServer): void {
	const { io, bus } = live;
	bus.hear('chat begun', ({ sellerId, ...room }) => {
		const present = io.sockets.adapter.rooms.get(chatRoom(roomIdOf(room))) ?? [];
		for (const id of [...present]) {
			const socket = io.sockets.sockets.get(id);
			if (!socket) continue;
			const isSeller = socket.data.person.id === sellerId;
			const otherId = isSeller ? room.buyerId : sellerId;
			if (!socket.rooms.has(watchRoom(otherId))) acquaint(live, socket, otherId);
		}
	});
}

/** From the moment of a block to its end, two who have a chat with each other open do not know whether the other is here or writes. */
export function partAtOnce(live: LiveServer): void {
	const { io, bus } = live;

	/** The connections to this instance on which one person has a chat with another open. */
	function listOpenWith(ofId: number, userId: number): LiveSocket[] {
		const ids = [...(io.sockets.adapter.rooms.get(partnerRoom(ofId)) ?? [])];
		const sockets = ids
			.map((id) => io.sockets.sockets.get(id))
			.filter((found) => found !== undefined);
		return sockets.filter(({ data }) => data.person.id === userId);
	}

	function tell(userId: number, ofId: number, isApart: boolean): void {
		// Of who is not here nothing shows: a word of it would only tell of the block.
		if (!live.isHere(ofId)) return;
		for (const socket of listOpenWith(ofId, userId)) {
			const roomId = openRoomOf(socket);
			if (isApart) socket.emit(LIVE_EVENTS.typing, { roomId, userId: ofId, isTyping: false });
			if (!socket.rooms.has(watchRoom(ofId))) continue;
			socket.emit(LIVE_EVENTS.presence, { userId: ofId, isHere: !isApart });
		}
	}

	bus.hear('apart', ({ people: [one, other], isApart }) => {
		tell(one, other, isApart);
		tell(other, one, isApart);
	});
}

/** Tells a connection from now on of somebody's coming and going, and at once how that stands. */
export function acquaint(live: LiveServer, socket: LiveSocket, userId: number): void {
	void socket.join(watchRoom(userId));
	socket.emit(LIVE_EVENTS.presence, { userId, isHere: live.isHere(userId) });
}
