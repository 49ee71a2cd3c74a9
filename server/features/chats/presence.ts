import { LIVE_EVENTS } from '#contract/chat-facts.ts';
import type { Db } from '#server/db/client.ts';
import type { LiveServer } from '#server/realtime/live.ts';
import { userRoom } from '#server/realtime/live-socket.ts';
import { watchRoom } from './room-names.ts';
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
