import type { ChatMessage } from '#contract/chat/events.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';

/** One that the server has stored. */
export interface StoredMessage extends ChatMessage {
	/** Known for what was sent while this page was open: it stays the same from the first key to the last tick. */
	clientId?: string | null;
}

/** One of one's own that the server has not acknowledged. */
export interface UnsentMessage {
	clientId: string;
	text: string;
	/** Milliseconds since 1970; their order. */
	writtenAt: number;
	/** Why the server did not take it: it is not sent again by itself. */
	refusal?: string;
}

/** How far the other side has come: ids of messages. */
export interface ReadPositions {
	readId: number;
	deliveredId: number;
	/** Of one's own up to there, those that the other side never gets. */
	undeliveredIds?: readonly number[] | undefined;
}

export type DeliveryStatus = 'sending' | 'sent' | 'delivered' | 'read';

/** A page of the server's, which holds each message once, put with what is known; oldest first. */
export function mergePage(
	known: readonly StoredMessage[],
	page: readonly ChatMessage[],
): readonly StoredMessage[] {
	const byId = new Map(known.map((message) => [message.id, message]));
	for (const message of page) byId.set(message.id, { ...byId.get(message.id), ...message });
	return [...byId.values()].sort((one, other) => one.id - other.id);
}

/**
 * The newest page after the line was away. Where so much was said meanwhile that it does not reach back to what is known,
 * it begins anew: no gap may stand in the middle.
 */
export function mergeAfterRejoin(
	known: readonly StoredMessage[],
	newest: readonly ChatMessage[],
	pageSize: number = CHAT_LIMITS.historyOnJoin,
): { messages: readonly StoredMessage[]; isReset: boolean } {
	const last = known.at(-1);
	const first = newest.at(0);
	const isComplete = newest.length < pageSize;
	const isReset = !last || (!isComplete && first !== undefined && first.id > last.id);
	return { messages: mergePage(isReset ? [] : known, newest), isReset };
}

/** One that came live; told twice it is there once: by id, by the client's id, by the same words at the same time (spec 1 §4). */
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

/** How far the other side has come only grows. */
export function latestReadPositions(one: ReadPositions, other: ReadPositions): ReadPositions {
	return {
		readId: Math.max(one.readId, other.readId),
		deliveredId: Math.max(one.deliveredId, other.deliveredId),
		undeliveredIds: other.undeliveredIds ?? one.undeliveredIds,
	};
}

/** How far a message of one's own has come. */
export function deliveryStatusOf(
	message: { id: number },
	{ readId, deliveredId, undeliveredIds }: ReadPositions,
): DeliveryStatus {
	if (undeliveredIds?.includes(message.id)) return 'sent';
	if (message.id <= readId) return 'read';
	return message.id <= deliveredId ? 'delivered' : 'sent';
}
