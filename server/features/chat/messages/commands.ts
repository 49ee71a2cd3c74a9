import { randomUUID } from 'node:crypto';
import type { ChatChanged, ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { ChatPhoto } from '#contract/chat/photos.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import type { Db } from '#server/db/client.ts';
import { chatChannel, shareChatPresence } from '#server/features/chat/commands.ts';
import { presentMessage } from '#server/features/chat/present.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { userRoom } from '#server/realtime/socket-types.ts';
import { insertSteps, type NewStepRow } from './queries.ts';
import type { StoredMessage } from './save.ts';

/** A step of a deal, reported in its chat. */
export interface StepMessage {
	room: Room;
	senderId: number;
	receiverId: number;
	/** In plain words, for clients that do not know the event. */
	body: string;
	event: DealEvent;
	/** Whether a block hides the step from its sender or its receiver. */
	hiddenFrom: 'sender' | 'receiver' | null;
	/** The `clientId` of the request that made the step, by which a repetition of the request is recognised. */
	requestId?: string | null | undefined;
}

export interface StoredStep extends StoredMessage {
	/** Whether one of the two has blocked the other, whether or not that hides the step. */
	isBlockedEither: boolean;
	isBlockedByReceiver: boolean;
}

/** Stores steps of deals as messages of their chats, in order, within the caller's transaction. */
export async function insertStepMessages(
	tx: Db,
	steps: readonly StepMessage[],
): Promise<StoredStep[]> {
	if (steps.length === 0) return [];
	const batch = steps.map<NewStepRow>(
		({ room, senderId, receiverId, hiddenFrom, requestId, ...step }) => ({
			item_id: room.itemId,
			buyer_id: room.buyerId,
			sender_id: senderId,
			receiver_id: receiverId,
			body: step.body,
			client_id: randomUUID(),
			request_id: requestId ?? null,
			event: step.event,
			is_withheld: hiddenFrom !== null,
			is_for_receiver: hiddenFrom === 'sender',
		}),
	);
	const rows = await insertSteps(tx, { batch: JSON.stringify(batch) });
	return steps.map(({ hiddenFrom, requestId: _, ...step }, index) => {
		const row = rows[index];
		if (!row) throw new Error('A step was not stored.');
		return {
			...step,
			...row,
			createdAt: new Date(row.createdAt),
			photos: [],
			photoCount: 0,
			clientId: null,
			isHiddenFromRecipient: hiddenFrom === 'receiver',
			isHiddenFromSender: hiddenFrom === 'sender',
		};
	});
}

/** Sends stored steps to the devices of both sides. Call after the commit. */
export function deliverSteps(
	realtime: Pick<RealtimeServer, 'io' | 'isOnline'>,
	steps: readonly StoredStep[],
): void {
	const inboxUpdates = createInboxUpdates(realtime);
	for (const step of steps) {
		inboxUpdates.add(step);
		deliver(realtime, step, () => presentReceived(step));
		// Not during a block, although both sides see the step.
		if (!step.isBlockedEither) void shareChatPresence(realtime, step);
	}
}

/**
 * Sends a message to the sockets that have the chat open; a message hidden by a block only to those of one side.
 * @param presentTo renders the message for one of the two users
 */
export function deliver(
	{ io }: Pick<RealtimeServer, 'io'>,
	message: StoredMessage,
	presentTo: (userId: number) => ReceivedMessage,
): void {
	const { senderId, receiverId, photos, isHiddenFromRecipient, isHiddenFromSender } = message;
	const room = io.in(chatChannel(formatRoomId(message.room)));
	// Photo URLs are signed for one reader, so a message with photos is rendered for each side.
	if (photos.length === 0 && !isHiddenFromRecipient && !isHiddenFromSender) {
		room.emit(CHAT_EVENTS.receiveMessage, presentTo(receiverId));
		return;
	}
	if (!isHiddenFromSender)
		room.except(userRoom(receiverId)).emit(CHAT_EVENTS.receiveMessage, presentTo(senderId));
	if (isHiddenFromRecipient) return;
	room.except(userRoom(senderId)).emit(CHAT_EVENTS.receiveMessage, presentTo(receiverId));
}

/**
 * A message as sent in the `receive-message` event.
 * @param photos of the message, signed for its reader
 */
export function presentReceived(
	{ room, clientId, ...message }: StoredMessage,
	photos: readonly ChatPhoto[] = [],
): ReceivedMessage {
	return { ...presentMessage(message, photos), roomId: formatRoomId(room), clientId };
}

interface InboxChange extends ChatChanged {
	userId: number;
}

/**
 * Notifies all devices of buyer and seller that a chat has new messages. Changes are collected until the end of the
 * current tick, then sent together: one event per chat, with its newest message id. Only one side is notified
 * of a message that a block hides from the other.
 */
export function createInboxUpdates({ io }: Pick<RealtimeServer, 'io'>) {
	/** Keyed by room id and user id. */
	let changes = new Map<string, InboxChange>();
	/** Users whose counts of unread messages have changed. */
	let receivers = new Set<number>();

	function add({
		id: messageId,
		room,
		senderId,
		receiverId,
		isHiddenFromRecipient,
		isHiddenFromSender,
	}: StoredMessage): void {
		if (changes.size === 0) process.nextTick(flush);
		const roomId = formatRoomId(room);
		const addChange = (userId: number) =>
			changes.set(`${roomId} ${userId}`, { roomId, messageId, userId });
		if (!isHiddenFromSender) addChange(senderId);
		if (isHiddenFromRecipient) return;
		addChange(receiverId);
		receivers.add(receiverId);
	}

	function flush(): void {
		const [sentChanges, notifiedReceivers] = [changes, receivers];
		changes = new Map();
		receivers = new Set();
		const byMessage = Map.groupBy(sentChanges.values(), ({ messageId }) => messageId);
		for (const [messageId, sides] of byMessage) {
			const roomId = sides[0]?.roomId;
			io.in(sides.map(({ userId }) => userRoom(userId))).emit(REALTIME_EVENTS.chatChanged, {
				roomId,
				messageId,
			});
		}
		// Socket.IO treats an empty list of rooms as "all sockets".
		if (notifiedReceivers.size > 0) {
			io.in([...notifiedReceivers].map(userRoom)).emit(REALTIME_EVENTS.notificationsChanged, {});
		}
	}

	return { add };
}
