import type { FastifyBaseLogger } from 'fastify';
import { type ReceivedMessage, sendMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { createInboxUpdates } from '#server/features/chat/delivery/inbox-updates.ts';
import { presentMessage } from '#server/features/chat/present.ts';
import { chatChannel } from '#server/features/chat/rooms/channels.ts';
import type { RequireMembership } from '#server/features/chat/rooms/socket.ts';
import { chatStarted } from '#server/features/chat/rooms/topics.ts';
import { isBlankMessage } from '#server/features/chat/rules.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { userRoom } from '#server/realtime/socket-types.ts';
import { createBatchWriter } from './batch-writer.ts';
import { type StoredMessage, saveMessages } from './save.ts';

interface Deps {
	db: Db;
	log: FastifyBaseLogger;
	requireMembership: RequireMembership;
}

/**
 * Handles sending a message. A message is durable before the sender gets the acknowledgement or either side sees it.
 */
export function mountMessages(
	realtime: RealtimeServer,
	{ db, log, requireMembership }: Deps,
): void {
	const inboxUpdates = createInboxUpdates(realtime);
	const writer = createBatchWriter({
		save: (batch) => saveMessages(db, batch),
		deliver(message) {
			// In this order, all events about the message go out to a side together.
			inboxUpdates.add(message);
			deliver(realtime, message);
		},
		log,
	});

	realtime.on({
		event: CHAT_EVENTS.sendMessage,
		payload: sendMessage,
		isIgnorable: isBlankMessage,
		async handle(socket, { roomId, message: body, clientId }) {
			const membership = await requireMembership(socket, roomId);
			const { room } = membership;
			const { person: sender } = socket.data;
			const stored = await writer.write({ room, sender, body, clientId: clientId ?? null });
			// A resent message: all other sockets have it already.
			if (!stored.isNew) socket.emit(CHAT_EVENTS.receiveMessage, presentReceived(stored));
			if (!membership.hasStarted && !stored.isHiddenFromRecipient) {
				membership.hasStarted = true;
				const isBuyer = sender.id === room.buyerId;
				const sellerId = isBuyer ? membership.otherId : sender.id;
				chatStarted.publish(realtime.bus, { ...room, sellerId });
			}
			return { id: stored.id };
		},
	});
}

/** Sends a message to the sockets that have the chat open; a withheld one only to those of its sender. */
function deliver(realtime: RealtimeServer, message: StoredMessage): void {
	const received = presentReceived(message);
	const room = realtime.io.in(chatChannel(received.roomId));
	const readers = message.isHiddenFromRecipient ? room.except(userRoom(message.receiverId)) : room;
	readers.emit(CHAT_EVENTS.receiveMessage, received);
}

function presentReceived({ room, clientId, ...message }: StoredMessage): ReceivedMessage {
	return { ...presentMessage(message), roomId: formatRoomId(room), clientId };
}
