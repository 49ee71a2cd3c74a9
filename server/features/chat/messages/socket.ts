import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { sendMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import type { Db } from '#server/db/client.ts';
import { createInboxUpdates } from '#server/features/chat/delivery/inbox-updates.ts';
import { presentPhotos } from '#server/features/chat/present.ts';
import type { ChatMembership, RequireMembership } from '#server/features/chat/rooms/socket.ts';
import { chatRefusal, isBlankMessage } from '#server/features/chat/rules.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { createBatchWriter } from './batch-writer.ts';
import { publishChatStart } from './commands.ts';
import { deliver, presentReceived } from './deliver.ts';
import { type StoredMessage, saveMessages } from './save.ts';

/** Ids of delivered messages to remember; clients resend a message within seconds. */
const DELIVERED_IDS_MAX = 10_000;

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
	const write = createBatchWriter((batch) => saveMessages(db, batch), log);
	/** Keyed by message id. */
	const deliveredIds = new LRUCache<number, true>({ max: DELIVERED_IDS_MAX });

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
			const outcome = await write({
				room,
				sender,
				clientId: clientId ?? null,
				body: text === '' ? null : text,
				...(photoIds && { photoIds }),
			});
			if ('reason' in outcome) throw chatRefusal(outcome.reason);
			// A resent message that this instance has delivered: all other sockets have it already.
			if (deliveredIds.has(outcome.id))
				socket.emit(CHAT_EVENTS.receiveMessage, presentTo(outcome, sender.id));
			else deliverFirst(outcome);
			if (!outcome.isHiddenFromRecipient) publishStart(outcome, membership);
			return { id: outcome.id };
		},
	});

	/**
	 * A resent message is delivered again unless this instance has delivered it: the instance that stored it may have failed
	 * before. Clients recognize a message that they get twice by its id. Never throws: the message is stored, so the sender
	 * gets the acknowledgement, and the other side finds the message in the chat.
	 */
	function deliverFirst(message: StoredMessage): void {
		try {
			inboxUpdates.add(message);
			deliver(realtime, message, (userId) => presentTo(message, userId));
			deliveredIds.set(message.id, true);
		} catch (error) {
			log.error({ err: error, messageId: message.id }, 'a stored message could not be delivered');
		}
	}

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
