import type { FastifyBaseLogger } from 'fastify';
import type * as z from 'zod/mini';
import { positionUpdate } from '#contract/chat/events.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import { chatChannel } from '#server/features/chat/rooms/channels.ts';
import { chatRefusal } from '#server/features/chat/rules.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { type RealtimeSocket, userRoom } from '#server/realtime/socket-types.ts';
import { type AdvancedPosition, advancePosition, markAllDelivered } from './receipt-queries.ts';

interface ReceiptDeps {
	db: Db;
	log: FastifyBaseLogger;
}

/** Handles read and delivered marks from any device of a user, whether the chat is open there or not. */
export function mountReceipts(realtime: RealtimeServer, deps: ReceiptDeps): void {
	const { db } = deps;
	markDeliveredOnConnect(realtime, deps);

	async function mark(
		{ data }: RealtimeSocket,
		{ roomId: room, messageId }: z.output<typeof positionUpdate>,
		isRead: boolean,
	): Promise<undefined> {
		const { person } = data;
		const position = await advancePosition(db, person, room, messageId, isRead);
		if (!position) throw chatRefusal('notYours');
		const { hasAdvanced, isBlockedEither, lastMessageId, hasReadNotifications, ...receipts } =
			position;
		const roomId = formatRoomId(room);
		const userId = person.id;
		if (isRead) {
			data.read = { roomId, messageId: Math.min(messageId, lastMessageId) };
			publishRead(realtime, userId, roomId, position);
		}
		if (!hasAdvanced || isBlockedEither) return;
		const others = realtime.io.in(chatChannel(roomId)).except(userRoom(userId));
		others.emit(REALTIME_EVENTS.receipt, { roomId, userId, ...receipts });
	}

	realtime.on({
		event: REALTIME_EVENTS.markRead,
		payload: positionUpdate,
		handle: (socket, request) => mark(socket, request, true),
	});
	realtime.on({
		event: REALTIME_EVENTS.markDelivered,
		payload: positionUpdate,
		handle: (socket, request) => mark(socket, request, false),
	});
}

/** Updates the reader's own devices. */
function publishRead(
	{ toUser }: Pick<RealtimeServer, 'toUser'>,
	userId: number,
	roomId: string,
	{ hasAdvanced, hasReadNotifications, lastMessageId: messageId }: AdvancedPosition,
): void {
	if (hasAdvanced) toUser(userId, REALTIME_EVENTS.chatChanged, { roomId, messageId });
	if (hasAdvanced || hasReadNotifications) toUser(userId, REALTIME_EVENTS.notificationsChanged, {});
}

/**
 * Marks a user's waiting messages as delivered when the user connects, whichever page is open, and sends the receipts
 * to the other side of each chat. Sends no receipt when one of the two has blocked the other.
 */
function markDeliveredOnConnect(realtime: RealtimeServer, { db, log }: ReceiptDeps): void {
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
