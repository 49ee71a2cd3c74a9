import { and, count, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { hasBlocked } from '#server/features/chat/blocks/queries.ts';
import {
	HAS_UNREAD,
	MESSAGE_COLUMNS,
	type MessageRow,
	UNREAD_COUNT,
} from '#server/features/chat/queries.ts';
import { others, PERSON_CARD, type PersonCard } from './card-queries.ts';

/** A buyer who has written something that the seller can see. */
export interface BuyerRow {
	buyer: PersonCard;
	lastMessage: MessageRow;
	unread: number;
	/** Whether the seller has blocked this buyer. */
	hasBlocked: boolean;
}

export interface ItemChats {
	sellerId: number;
	/** The newest message first. */
	buyers: BuyerRow[];
}

/** The seller's participant rows of the item, only for chats with a message from the buyer that the seller can see. */
const IS_SELLER_PARTICIPANT = and(
	eq(participants.itemId, items.id),
	eq(participants.userId, items.sellerId),
	gt(participants.lastReceivedId, 0),
);

/** The chats about an item, which may be banned or deleted; undefined for an unknown item. */
export async function findItemChats(db: Db, itemId: number): Promise<ItemChats | undefined> {
	const rows = await db
		.select({
			sellerId: items.sellerId,
			buyer: PERSON_CARD,
			lastMessage: MESSAGE_COLUMNS,
			unread: UNREAD_COUNT,
			hasBlocked: hasBlocked(items.sellerId, others.id),
		})
		.from(items)
		.leftJoin(participants, IS_SELLER_PARTICIPANT)
		.leftJoin(others, eq(others.id, participants.buyerId))
		.leftJoin(messages, eq(messages.id, participants.lastMessageId))
		.where(eq(items.id, itemId))
		.orderBy(desc(participants.lastMessageId));
	const [item] = rows;
	if (!item) return undefined;
	const buyers = rows.flatMap(({ sellerId: _, buyer, lastMessage, ...row }) =>
		buyer && lastMessage ? [{ ...row, buyer, lastMessage }] : [],
	);
	return { sellerId: item.sellerId, buyers };
}

export interface ItemChatCounts {
	sellerId: number;
	/** Buyers with a message that the seller can see. */
	buyers: number;
	/** Buyers among them with a message that the seller has not read. */
	unread: number;
}

/** Counts the chats of `findItemChats`, from the seller's participant rows only; undefined for an unknown item. */
export async function countItemChats(db: Db, itemId: number): Promise<ItemChatCounts | undefined> {
	const [counts] = await db
		.select({
			sellerId: items.sellerId,
			buyers: count(participants.buyerId),
			unread: sql<number>`count(*) filter (where ${HAS_UNREAD})::int`,
		})
		.from(items)
		.leftJoin(participants, IS_SELLER_PARTICIPANT)
		.where(eq(items.id, itemId))
		.groupBy(items.id);
	return counts;
}
