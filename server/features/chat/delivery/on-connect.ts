import type { FastifyBaseLogger } from 'fastify';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { roomIdOf } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { isAway, reasonOf } from '#server/db/errors.ts';
import { chatRoom } from '#server/features/chat/rooms/channels.ts';
import { seldom } from '#server/lib/log-throttle.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import { userRoom } from '#server/realtime/socket-types.ts';
import { deliverWaiting } from './receipt-queries.ts';

/** What came while somebody was away is delivered when they come, whichever page they come to; blocks keep it to themselves. */
export function deliverOnArrival(
	live: LiveServer,
	{ db, log }: { db: Db; log: FastifyBaseLogger },
): void {
	const isNews = seldom();

	async function deliver(userId: number): Promise<void> {
		for (const { room, isApart, ...standing } of await deliverWaiting(db, userId)) {
			if (isApart) continue;
			const roomId = roomIdOf(room);
			const others = live.io.in(chatRoom(roomId)).except(userRoom(userId));
			others.emit(LIVE_EVENTS.receipt, { roomId, userId, ...standing });
		}
	}

	function tellOf(error: unknown): void {
		const reason = reasonOf(error);
		if (!isAway(error)) log.error({ err: error }, 'messages could not be noted as delivered');
		else if (isNews(reason)) log.warn({ reason }, 'messages were not noted as delivered');
	}

	live.io.on('connection', ({ data: { person } }) => void deliver(person.id).catch(tellOf));
}
