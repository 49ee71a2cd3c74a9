import type { ChatMessage } from '#contract/chat/events.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import type { PickedPhoto } from '#web/features/chat/photos/picked-photo.ts';

/** A message that the server has stored. */
export interface StoredMessage extends ChatMessage {
	/** The list key, if set: a message sent from this page keeps its key when the server acknowledges it. */
	clientId?: string | null;
	/** On messages sent from this page: the photo files in their order, so that the photos need not be downloaded. */
	localPhotos?: readonly File[];
}

/** A message of the user that the server has not acknowledged. */
export interface UnsentMessage {
	clientId: string;
	/** Empty if the message has only photos. */
	text: string;
	photos?: readonly PickedPhoto[];
	/** Milliseconds since 1970; unsent messages are ordered by it. */
	writtenAt: number;
	/** Why the server rejected the message; a rejected message is not retried automatically. */
	error?: DeclaredError;
}

/** The last message ids that the other person has read and received. */
export interface ReadPositions {
	readId: number;
	deliveredId: number;
	/** The user's messages up to `deliveredId` that the other person never receives, because of a block. */
	undeliveredIds?: readonly number[] | undefined;
}

/** A message from the server, with the local photo files if this page has sent it. */
export function withLocalPhotos(
	message: StoredMessage,
	unsent: readonly UnsentMessage[],
): StoredMessage {
	const sent = unsent.find(({ clientId }) => clientId === message.clientId);
	if (!sent?.photos) return message;
	return { ...message, localPhotos: sent.photos.map(({ file }) => file) };
}

export type DeliveryStatus = 'sending' | 'sent' | 'delivered' | 'read';

/** Merges a page from the server, without duplicates, into the known messages; oldest first. */
export function mergePage(
	known: readonly StoredMessage[],
	page: readonly StoredMessage[],
): readonly StoredMessage[] {
	const byId = new Map(known.map((message) => [message.id, message]));
	for (const message of page) byId.set(message.id, { ...byId.get(message.id), ...message });
	return [...byId.values()].sort((one, other) => one.id - other.id);
}

/**
 * Merges the newest page after a reconnection. If that page does not reach back to the known messages, it replaces
 * them, so that the list has no gap.
 */
export function mergeAfterRejoin(
	known: readonly StoredMessage[],
	newest: readonly StoredMessage[],
	pageSize: number = CHAT_LIMITS.historyOnJoin,
): { messages: readonly StoredMessage[]; isReset: boolean } {
	const last = known.at(-1);
	const first = newest.at(0);
	const isComplete = newest.length < pageSize;
	const isReset = !last || (!isComplete && first !== undefined && first.id > last.id);
	return { messages: mergePage(isReset ? [] : known, newest), isReset };
}

/**
 * Merges a message received live. Duplicates are recognised by id, by client id, or by same author, text and time.
 */
export function mergeMessage(
	known: readonly StoredMessage[],
	incoming: StoredMessage,
): readonly StoredMessage[] {
	const duplicate = known.find((message) => isSame(message, incoming));
	if (!duplicate) return mergePage(known, [incoming]);
	return known.map((message) => (message === duplicate ? { ...duplicate, ...incoming } : message));
}

function isSame(one: StoredMessage, other: StoredMessage): boolean {
	if (one.id === other.id) return true;
	if (one.clientId && other.clientId) return one.clientId === other.clientId;
	return (
		one.userId === other.userId &&
		one.message === other.message &&
		one.createdAt === other.createdAt
	);
}

/** Merges received read positions into the known ones. The two ids never decrease. */
export function latestReadPositions(known: ReadPositions, received: ReadPositions): ReadPositions {
	return {
		readId: Math.max(known.readId, received.readId),
		deliveredId: Math.max(known.deliveredId, received.deliveredId),
		undeliveredIds: received.undeliveredIds ?? known.undeliveredIds,
	};
}

/** The delivery status of the user's own message. */
export function deliveryStatusOf(
	message: { id: number },
	{ readId, deliveredId, undeliveredIds }: ReadPositions,
): DeliveryStatus {
	if (undeliveredIds?.includes(message.id)) return 'sent';
	if (message.id <= readId) return 'read';
	return message.id <= deliveredId ? 'delivered' : 'sent';
}
