import type { FastifyBaseLogger } from 'fastify';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import { chatChannel } from '#server/features/chat/rooms/channels.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { userRoom } from '#server/realtime/socket-types.ts';
import { markAllDelivered } from './receipt-queries.ts';

/**
 * Marks a user's waiting messages as delivered when the user connects, whichever page is open, and sends the receipts
 * to the other side of each chat. Sends no receipt when one of the two has blocked the other.
 */
export function markDeliveredOnConnect(
	realtime: RealtimeServer,
	{ db, log }: { db: Db; log: FastifyBaseLogger },
): void {
	const shouldLog = createLogThrottle();

	async function markDelivered(userId: number): Promise<void> {
		for (const { room, isBlockedEither, ...position } of await markAllDelivered(db, userId)) {
			if (isBlockedEither) continue;
			const roomId = formatRoomId(room);
			const others = realtime.io.in(chatChannel(roomId)).except(userRoom(userId));
			others.emit(REALTIME_EVENTS.receipt, { roomId, userId, ...position });
		}
	}

	function logFailure(error: unknown): void {
		const reason = reasonOf(error);
		if (!isDatabaseUnavailable(error))
			log.error({ err: error }, 'messages could not be marked as delivered');
		else if (shouldLog(reason)) log.warn({ reason }, 'messages were not marked as delivered');
	}

	realtime.io.on(
		'connection',
		({ data: { person } }) => void markDelivered(person.id).catch(logFailure),
	);
}
