import { and, count, desc, eq, gt, lt, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { buildOncePerPool } from '#server/db/prepared-statements.ts';
import { messages, participants } from '#server/db/schema/chats.ts';

/** More than any chat has. */
const NO_LIMIT = 2 ** 31 - 1;

/** Looked for among all chats of a person, who has few enough. */
export const HAS_UNREAD = gt(participants.lastReceivedId, participants.readId);

/** How many chats of a person have something they have not read; the badge's number. */
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

export interface MessageRow {
	id: number;
	senderId: number;
	/** Null once its writer's account is erased. */
	body: string | null;
	createdAt: Date;
}

export const MESSAGE_COLUMNS = {
	id: messages.id,
	senderId: messages.senderId,
	body: messages.body,
	createdAt: messages.createdAt,
};

/** Messages of one chat that its viewer can see: what is withheld is its sender's alone. For a prepared statement. */
export const IS_VISIBLE_IN_CHAT = and(
	eq(messages.itemId, sql.placeholder('itemId')),
	eq(messages.buyerId, sql.placeholder('buyerId')),
	or(eq(messages.senderId, sql.placeholder('viewerId')), eq(messages.isWithheld, false)),
);

/**
 * The messages of a chat that its reader never gets, oldest first: withheld from them by a block. Their writer sees them as
 * sent, however far the reader has come.
 */
export const withheldMessageIds = (chat: Record<'itemId' | 'buyerId' | 'readerId', SQLWrapper>) =>
	sql<number[]>`array(
		select withheld.id from ${messages} withheld
		where withheld.item_id = ${chat.itemId} and withheld.buyer_id = ${chat.buyerId}
			and withheld.is_withheld and withheld.sender_id <> ${chat.readerId}
		order by withheld.id)`;

/** What is told of them: nothing of those that the reader has not come to, which may still be on their way for all one knows. */
export function undeliveredIdsField(
	withheldIds: readonly (number | string)[],
	deliveredId: number,
): { undeliveredIds?: number[] } {
	const ids = withheldIds.map(Number).filter((id) => id <= deliveredId);
	return ids.length > 0 ? { undeliveredIds: ids } : {};
}

/** The newest messages of a chat, or the newest before one of them; all where no limit is given. */
interface MessageRange {
	before?: number | undefined;
	limit?: number | undefined;
}

/** What a person can see of a chat, oldest first. */
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
		.select(MESSAGE_COLUMNS)
		.from(messages)
		.where(and(IS_VISIBLE_IN_CHAT, lt(messages.id, sql.placeholder('before'))))
		.orderBy(desc(messages.id))
		.limit(sql.placeholder('limit'))
		.prepare('newest messages'),
);

/** How many messages of the other side a person has not read; for a statement that reads `participants`. */
export const UNREAD_COUNT = sql<number>`(
	select count(*)::int from ${messages}
	where ${messages.itemId} = ${participants.itemId} and ${messages.buyerId} = ${participants.buyerId}
		and ${messages.id} > ${participants.readId}
		and ${messages.senderId} <> ${participants.userId} and not ${messages.isWithheld})`;
