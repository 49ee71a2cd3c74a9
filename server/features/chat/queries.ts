import { and, count, desc, eq, gt, lt, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Room } from '#contract/chat/room-id.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import type { Db } from '#server/db/client.ts';
import { buildOncePerPool } from '#server/db/prepared-statements.ts';
import { isShownTo, messages, participants } from '#server/db/schema/chats.ts';
import { MESSAGE_PHOTOS, type MessagePhoto } from './photos/queries.ts';

/** More messages than any chat has. */
const NO_LIMIT = 2 ** 31 - 1;

/** SQL condition on `participants`. It needs no index: queries first find the chats of one user, which are few. */
export const HAS_UNREAD = gt(participants.lastReceivedId, participants.readId);

/** The number of a user's chats with unread messages, shown on the badge. */
export async function countUnreadChats(db: Db, userId: number): Promise<number> {
	const [row] = await unreadChats(db).execute({ userId });
	return row?.chats ?? 0;
}

const unreadChats = buildOncePerPool((db) =>
	db
		.select({ chats: count() })
		.from(participants)
		.where(and(eq(participants.userId, sql.placeholder('userId')), HAS_UNREAD))
		.prepare('unread chats'),
);

/** What was sent in a message. */
export interface MessageContent {
	/** Null for photos only, and once the sender's account is erased. */
	body: string | null;
	/** Null if there are none. */
	photos: readonly MessagePhoto[] | null;
	/** How many photos the message was sent with. The photos are gone once the sender's account is erased. */
	photoCount: number;
}

export interface MessageRow extends MessageContent {
	id: number;
	senderId: number;
	createdAt: Date;
	/** The step of a deal that the message reports. */
	event: DealEvent | null;
	/** Selected by `CHAT_MESSAGE_COLUMNS` only. */
	clientId?: string | null;
}

export const MESSAGE_COLUMNS = {
	id: messages.id,
	senderId: messages.senderId,
	body: messages.body,
	photos: MESSAGE_PHOTOS,
	photoCount: messages.photoCount,
	createdAt: messages.createdAt,
	event: messages.event,
};

/** For the messages of one chat. */
const CHAT_MESSAGE_COLUMNS = { ...MESSAGE_COLUMNS, clientId: messages.clientId };

/** Messages of one chat that the viewer can see. */
const IS_VISIBLE_IN_CHAT = and(
	eq(messages.itemId, sql.placeholder('itemId')),
	eq(messages.buyerId, sql.placeholder('buyerId')),
	isShownTo(sql.placeholder('viewerId')),
);

/**
 * Ids, oldest first, of the messages that a block hides from the reader of a chat (column `is_withheld`, the property
 * `isHiddenFromRecipient`). Their sender always sees them as sent, even when the reader has read later messages.
 */
export const withheldMessageIds = (chat: Record<'itemId' | 'buyerId' | 'readerId', SQLWrapper>) =>
	sql<number[]>`array(
		select withheld.id from ${messages} withheld
		where withheld.item_id = ${chat.itemId} and withheld.buyer_id = ${chat.buyerId}
			and withheld.is_withheld and withheld.sender_id <> ${chat.readerId}
			and not ${isShownTo(chat.readerId, alias(messages, 'withheld'))}
		order by withheld.id)`;

/** Only ids up to the reader's delivered position: a later message looks the same as one that is not yet delivered. */
export function undeliveredIdsField(
	withheldIds: readonly (number | string)[],
	deliveredId: number,
): { undeliveredIds?: number[] } {
	const ids = withheldIds.map(Number).filter((id) => id <= deliveredId);
	return ids.length > 0 ? { undeliveredIds: ids } : {};
}

/** The newest messages of a chat, or the newest before the id `before`; all when no limit is given. */
interface MessageRange {
	before?: number | undefined;
	limit?: number | undefined;
}

/** The messages of a chat that the viewer can see, oldest first. */
export async function listMessages(
	db: Db,
	{ itemId, buyerId }: Room,
	viewerId: number,
	{ before = Number.MAX_SAFE_INTEGER, limit = NO_LIMIT }: MessageRange = {},
): Promise<MessageRow[]> {
	const rows = await newestMessages(db).execute({ itemId, buyerId, viewerId, before, limit });
	return rows.reverse();
}

const newestMessages = buildOncePerPool((db) =>
	db
		.select(CHAT_MESSAGE_COLUMNS)
		.from(messages)
		.where(and(IS_VISIBLE_IN_CHAT, lt(messages.id, sql.placeholder('before'))))
		.orderBy(desc(messages.id))
		.limit(sql.placeholder('limit'))
		.prepare('newest messages'),
);

/**
 * The number of messages from the other side that a user has not read. For statements that select from `participants`.
 */
export const UNREAD_COUNT = sql<number>`(
	select count(*)::int from ${messages}
	where ${messages.itemId} = ${participants.itemId} and ${messages.buyerId} = ${participants.buyerId}
		and ${messages.id} > ${participants.readId}
		and ${messages.senderId} <> ${participants.userId} and ${isShownTo(participants.userId)})`;
