import { randomUUID } from 'node:crypto';
import type { Room } from '#contract/chat/room-id.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import type { Db } from '#server/db/client.ts';
import { createInboxUpdates } from '#server/features/chat/delivery/inbox-updates.ts';
import { shareChatPresence } from '#server/features/chat/rooms/presence.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { deliver, presentReceived } from './deliver.ts';
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
	const batch = steps.map<NewStepRow>(({ room, senderId, receiverId, hiddenFrom, ...step }) => ({
		item_id: room.itemId,
		buyer_id: room.buyerId,
		sender_id: senderId,
		receiver_id: receiverId,
		body: step.body,
		client_id: randomUUID(),
		event: step.event,
		is_withheld: hiddenFrom !== null,
		is_for_receiver: hiddenFrom === 'sender',
	}));
	const rows = await insertSteps(tx, { batch: JSON.stringify(batch) });
	return steps.map(({ hiddenFrom, ...step }, index) => {
		const row = rows[index];
		if (!row) throw new Error('A step was not stored.');
		return {
			id: Number(row.id),
			...step,
			photos: [],
			photoCount: 0,
			createdAt: new Date(row.created_at),
			clientId: null,
			isHiddenFromRecipient: hiddenFrom === 'receiver',
			isHiddenFromSender: hiddenFrom === 'sender',
			isBlockedEither: row.is_blocked_either,
			isBlockedByReceiver: row.is_blocked_by_receiver,
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
		// Not during a block, although both sides see the step: the start lets each side see whether the other is online.
		if (!step.isBlockedEither) publishChatStart(realtime, step);
	}
}

/**
 * Lets each side of a chat see whether the other is online. Call it for the first message that both see while nobody has
 * blocked the other; more calls have no effect.
 */
export function publishChatStart(
	realtime: Pick<RealtimeServer, 'io' | 'isOnline'>,
	{ room, senderId, receiverId }: Pick<StoredMessage, 'room' | 'senderId' | 'receiverId'>,
): void {
	const sellerId = senderId === room.buyerId ? receiverId : senderId;
	void shareChatPresence(realtime, room, sellerId);
}
