import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { ChatRole } from '#contract/chat/facts.ts';
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
import {
	ITEM_CARD,
	type ItemCard,
	others,
	PERSON_CARD,
	type PersonCard,
	sellers,
} from './card-queries.ts';

/** A chat as shown in a user's list of chats. */
export interface ChatRow {
	buyerId: number;
	item: ItemCard;
	other: PersonCard;
	lastMessage: MessageRow;
	unread: number;
	/** Whether the user has blocked the other side. */
	hasBlocked: boolean;
}

interface ListOptions {
	/** Both roles by default. */
	role?: ChatRole | undefined;
	limit: number;
	/** Keyset cursor: the newest message id of the last chat on the previous page. */
	after?: number | undefined;
}

const HAS_ROLE = {
	buyer: eq(participants.buyerId, participants.userId),
	seller: ne(participants.buyerId, participants.userId),
};

/** Chats in which a user can see a message, newest message first. */
export async function listUserChats(
	db: Db,
	userId: number,
	{ role, limit, after }: ListOptions,
): Promise<ChatRow[]> {
	// The subquery has the name of the table that UNREAD_COUNT refers to. So the unread messages are counted only for
	// the chats of the page.
	const page = db
		.select()
		.from(participants)
		.where(
			and(
				eq(participants.userId, userId),
				gt(participants.lastMessageId, 0),
				after === undefined ? undefined : lt(participants.lastMessageId, after),
				role && HAS_ROLE[role],
			),
		)
		.orderBy(desc(participants.lastMessageId))
		.limit(limit)
		.as('participants');
	const otherId = sql`case when ${HAS_ROLE.buyer} then ${items.sellerId} else ${page.buyerId} end`;
	return db
		.select({
			buyerId: page.buyerId,
			item: ITEM_CARD,
			other: PERSON_CARD,
			lastMessage: MESSAGE_COLUMNS,
			unread: UNREAD_COUNT,
			hasBlocked: hasBlocked(page.userId, others.id),
		})
		.from(page)
		.innerJoin(items, eq(items.id, page.itemId))
		.innerJoin(sellers, eq(sellers.id, items.sellerId))
		.innerJoin(others, eq(others.id, otherId))
		.innerJoin(messages, eq(messages.id, page.lastMessageId))
		.orderBy(desc(page.lastMessageId));
}

/** The number of chats with unread messages, by the user's role in them. */
export async function countUnreadByRole(db: Db, userId: number): Promise<Record<ChatRole, number>> {
	const [row] = await db
		.select({
			buyer: sql<number>`count(*) filter (where ${HAS_ROLE.buyer})::int`,
			seller: sql<number>`count(*) filter (where ${HAS_ROLE.seller})::int`,
		})
		.from(participants)
		.where(and(eq(participants.userId, userId), HAS_UNREAD));
	return row ?? { buyer: 0, seller: 0 };
}
