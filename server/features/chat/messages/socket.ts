import type { FastifyBaseLogger } from 'fastify';
import { type ReceivedMessage, sendMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { roomIdOf } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { createChatNews } from '#server/features/chat/delivery/inbox-updates.ts';
import { presentMessage } from '#server/features/chat/present.ts';
import { chatRoom } from '#server/features/chat/rooms/channels.ts';
import type { RequireJoined } from '#server/features/chat/rooms/socket.ts';
import { isWithoutWords } from '#server/features/chat/rules.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import { userRoom } from '#server/realtime/socket-types.ts';
import { createMessageWriter } from './batch-writer.ts';
import { type StoredMessage, saveMessages } from './save.ts';

interface Deps {
	db: Db;
	log: FastifyBaseLogger;
	requireJoined: RequireJoined;
}

/** Sending: a message is durable before its sender is acknowledged or anybody sees it. */
export function mountMessages(live: LiveServer, { db, log, requireJoined }: Deps): void {
	const news = createChatNews(live);
	const writer = createMessageWriter({
		save: (batch) => saveMessages(db, batch),
		deliver(message) {
			// In this order, all that each side is told of it goes out in one piece.
			news.add(message);
			deliver(live, message);
		},
		log,
	});

	live.on({
		event: CHAT_EVENTS.sendMessage,
		payload: sendMessage,
		isNothing: isWithoutWords,
		async handle(socket, { roomId, message: body, clientId }) {
			const membership = await requireJoined(socket, roomId);
			const { room } = membership;
			const { person: sender } = socket.data;
			const stored = await writer.write({ room, sender, body, clientId: clientId ?? null });
			// Everybody else has it already.
			if (!stored.isNew) socket.emit(CHAT_EVENTS.receiveMessage, presentReceived(stored));
			if (!membership.isBegun && !stored.isWithheld) {
				membership.isBegun = true;
				const isBuyer = sender.id === room.buyerId;
				const sellerId = isBuyer ? membership.otherId : sender.id;
				live.bus.tell('chat begun', { ...room, sellerId });
			}
			return { id: stored.id };
		},
	});
}

/** To whoever has the chat open; of what is withheld, only its sender hears. */
function deliver(live: LiveServer, message: StoredMessage): void {
	const received = presentReceived(message);
	const room = live.io.in(chatRoom(received.roomId));
	const readers = message.isWithheld ? room.except(userRoom(message.receiverId)) : room;
	readers.emit(CHAT_EVENTS.receiveMessage, received);
}

function presentReceived({ room, clientId, ...message }: StoredMessage): ReceivedMessage {
	return { ...presentMessage(message), roomId: roomIdOf(room), clientId };
}
