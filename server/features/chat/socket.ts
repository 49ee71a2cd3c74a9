import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/client.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { mountReceipts } from './delivery/socket.ts';
import { mountMessages } from './messages/socket.ts';
import { broadcastPresence } from './rooms/presence.ts';
import { mountRooms } from './rooms/socket.ts';

/** Registers the chat's Socket.IO events. */
export function mountChatEvents(
	realtime: RealtimeServer,
	{ db, log, photoUrls }: { db: Db; log: FastifyBaseLogger; photoUrls: PhotoUrls },
): void {
	const requireMembership = mountRooms(realtime, { db, photoUrls });
	mountMessages(realtime, { db, log, requireMembership, photoUrls });
	mountReceipts(realtime, { db, log });
	broadcastPresence(realtime, db);
}
