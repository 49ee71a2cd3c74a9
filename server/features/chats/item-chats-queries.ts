import { and, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { messages, participants } from '#server/db/tables/chats.ts';
import { items } from '#server/db/tables/items.ts';
import { hasBlocked } from '#server/features/blocks/queries.ts';
import { others, PERSON_CARD, type PersonCard } from './card-queries.ts';
import { MESSAGE, type MessageRow, UNREAD } from './queries.ts';

/** A buyer who has written something that the seller can see. */
export interface BuyerRow {
	buyer: PersonCard;
	lastMessage: MessageRow;
	unread: number;
	/** Whether the seller has blocked them. */
	hasBlocked: boolean;
}

export interface ItemChats {
	sellerId: number;
	/** The newest message first. */
	buyers: BuyerRow[];
}

/** Any item's, a banned or deleted one's too; undefined where there is no such item. */
export async function findItemChats(db: Db, itemId: number): Promise<ItemChats | undefined> {
	const rows = await db
		.select({
			sellerId: items.sellerId,
			buyer: PERSON_CARD,
			lastMessage: MESSAGE,
			unread: UNREAD,
			hasBlocked: hasBlocked(items.sellerId, others.id),
		})
		.from(items)
		.leftJoin(
			participants,
			and(
				eq(participants.itemId, items.id),
				eq(participants.userId, items.sellerId),
				gt(participants.lastReceivedId, 0),
			),
		)
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
