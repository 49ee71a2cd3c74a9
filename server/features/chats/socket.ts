import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/client.ts';
import type { LiveServer } from '#server/realtime/live.ts';
import { deliverOnArrival } from './arrival.ts';
import { acquaintBoth, partAtOnce, tellPresence } from './presence.ts';
import { mountMessages } from './socket-messages.ts';
import { mountReceipts } from './socket-receipts.ts';
import { mountRooms } from './socket-rooms.ts';

/** The chat's live events (wire contract, "Realtime"). */
export function chatSocket(
	live: LiveServer,
	{ db, log }: { db: Db; log: FastifyBaseLogger },
): void {
	const requireJoined = mountRooms(live, db);
	mountMessages(live, { db, log, requireJoined });
	mountReceipts(live, db);
	tellPresence(live, db);
	acquaintBoth(live);
	partAtOnce(live);
	deliverOnArrival(live, { db, log });
}
