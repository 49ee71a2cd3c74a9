import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/client.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import { deliverOnArrival } from './delivery/on-connect.ts';
import { mountReceipts } from './delivery/socket.ts';
import { mountMessages } from './messages/socket.ts';
import { acquaintBoth, partAtOnce, tellPresence } from './rooms/presence.ts';
import { mountRooms } from './rooms/socket.ts';

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
