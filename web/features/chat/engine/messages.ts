import type { ChatMessage } from '#contract/chat/events.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';

/** One that the server has stored. */
export interface KeptMessage extends ChatMessage {
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
export interface Standing {
	readId: number;
	deliveredId: number;
	/** Of one's own up to there, those that the other side never gets. */
	undeliveredIds?: readonly number[] | undefined;
}

export type Tick = 'sending' | 'sent' | 'delivered' | 'read';

/** A page of the server's, which holds each message once, put with what is known; oldest first. */
export function withPage(
	known: readonly KeptMessage[],
	page: readonly ChatMessage[],
): readonly KeptMessage[] {
	const byId = new Map(known.map((message) => [message.id, message]));
	for (const message of page) byId.set(message.id, { ...byId.get(message.id), ...message });
	return [...byId.values()].sort((one, other) => one.id - other.id);
}

/**
 * The newest page after the line was away. Where so much was said meanwhile that it does not reach back to what is known,
 * it begins anew: no gap may stand in the middle.
 */
export function rejoined(
	known: readonly KeptMessage[],
	newest: readonly ChatMessage[],
	pageSize: number = CHAT_LIMITS.historyOnJoin,
): { messages: readonly KeptMessage[]; isAnew: boolean } {
	const last = known.at(-1);
	const first = newest.at(0);
	const isWhole = newest.length < pageSize;
	const isAnew = !last || (!isWhole && first !== undefined && first.id > last.id);
	return { messages: withPage(isAnew ? [] : known, newest), isAnew };
}

/** One that came live; told twice it is there once: by id, by the client's id, by the same words at the same time (spec 1 §4). */
export function withMessage(
	known: readonly KeptMessage[],
	arriving: KeptMessage,
): readonly KeptMessage[] {
	const twin = known.find((message) => isSame(message, arriving));
	if (!twin) return withPage(known, [arriving]);
	return known.map((message) => (message === twin ? { ...twin, ...arriving } : message));
}

function isSame(one: KeptMessage, other: KeptMessage): boolean {
	if (one.id === other.id) return true;
	if (one.clientId && other.clientId) return one.clientId === other.clientId;
	return (
		one.userId === other.userId &&
		one.message === other.message &&
		one.createdAt === other.createdAt
	);
}

/** How far the other side has come only grows. */
export function farther(one: Standing, other: Standing): Standing {
	return {
		readId: Math.max(one.readId, other.readId),
		deliveredId: Math.max(one.deliveredId, other.deliveredId),
		undeliveredIds: other.undeliveredIds ?? one.undeliveredIds,
	};
}

/** How far a message of one's own has come. */
export function tickOf(
	message: { id: number },
	{ readId, deliveredId, undeliveredIds }: Standing,
): Tick {
	if (undeliveredIds?.includes(message.id)) return 'sent';
	if (message.id <= readId) return 'read';
	return message.id <= deliveredId ? 'delivered' : 'sent';
}
