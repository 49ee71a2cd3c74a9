import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { sendMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import type { Db } from '#server/db/client.ts';
import { createInboxUpdates } from '#server/features/chat/delivery/inbox-updates.ts';
import { presentPhotos } from '#server/features/chat/present.ts';
import type { ChatMembership, RequireMembership } from '#server/features/chat/rooms/socket.ts';
import { isBlankMessage } from '#server/features/chat/rules.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { createBatchWriter } from './batch-writer.ts';
import { publishChatStart } from './commands.ts';
import { deliver, presentReceived } from './deliver.ts';
import { type StoredMessage, saveMessages } from './save.ts';

interface Deps {
	db: Db;
	log: FastifyBaseLogger;
	requireMembership: RequireMembership;
	photoUrls: PhotoUrls;
}

/**
 * Handles sending a message. A message is durable before the sender gets the acknowledgement or either side sees it.
 */
export function mountMessages(
	realtime: RealtimeServer,
	{ db, log, requireMembership, photoUrls }: Deps,
): void {
	const inboxUpdates = createInboxUpdates(realtime);
	const presentTo = (message: StoredMessage, userId: number) =>
		presentReceived(message, presentPhotos(message.photos, { userId }, photoUrls));
	const writer = createBatchWriter({
		save: (batch) => saveMessages(db, batch),
		deliver(message) {
			inboxUpdates.add(message);
			deliver(realtime, message, (userId) => presentTo(message, userId));
		},
		log,
	});

	realtime.on({
		event: CHAT_EVENTS.sendMessage,
		payload: sendMessage,
		isIgnorable: isBlankMessage,
		isAcknowledgedOnly: isSentWithoutJoining,
		async handle(
			socket,
			{ roomId: room, message: text, photoIds, clientId, withoutJoining = false },
		) {
			// Without a membership, the statement that stores the message checks that the sender may write to the chat.
			const membership = withoutJoining ? undefined : await requireMembership(socket, room);
			const { person: sender } = socket.data;
			const stored = await writer.write({
				room,
				sender,
				clientId: clientId ?? null,
				body: text === '' ? null : text,
				...(photoIds && { photoIds }),
			});
			// A resent message that this instance has delivered: all other sockets have it already.
			if (!stored.isFirstDelivery)
				socket.emit(CHAT_EVENTS.receiveMessage, presentTo(stored, sender.id));
			if (!stored.isHiddenFromRecipient) publishStart(stored, membership);
			return { id: stored.id };
		},
	});

	/** Publishes that the chat has started, unless this socket has seen or published that before. */
	function publishStart(stored: StoredMessage, membership: ChatMembership | undefined): void {
		if (membership?.hasStarted) return;
		if (membership) membership.hasStarted = true;
		publishChatStart(realtime, stored);
	}
}

function isSentWithoutJoining(sent: unknown): boolean {
	return z.safeParse(z.object({ withoutJoining: z.literal(true) }), sent).success;
}
