import type { FastifyBaseLogger } from 'fastify';
import { LIVE_EVENTS } from '#contract/chat-facts.ts';
import { roomIdOf } from '#contract/rooms.ts';
import { isAway, reasonOf } from '#server/db/away.ts';
import type { Db } from '#server/db/client.ts';
import type { LiveServer } from '#server/realtime/live.ts';
import { userRoom } from '#server/realtime/live-socket.ts';
import { deliverWaiting } from './receipt-queries.ts';
import { chatRoom } from './room-names.ts';

/** What came while somebody was away is delivered when they come, whichever page they come to; blocks keep it to themselves. */
export function deliverOnArrival(
	live: LiveServer,
	{ db, log }: { db: Db; log: FastifyBaseLogger },
): void {
	live.io.on('connection', async ({ data: { person } }) => {
		try {
			for (const { room, isApart, ...standing } of await deliverWaiting(db, person.id)) {
				if (isApart) continue;
				const roomId = roomIdOf(room);
				const others = live.io.in(chatRoom(roomId)).except(userRoom(person.id));
				others.emit(LIVE_EVENTS.receipt, { roomId, userId: person.id, ...standing });
			}
		} catch (error) {
			if (isAway(error)) {
				log.warn({ reason: reasonOf(error) }, 'messages were not noted as delivered');
			} else log.error({ err: error }, 'messages could not be noted as delivered');
		}
	});
}
