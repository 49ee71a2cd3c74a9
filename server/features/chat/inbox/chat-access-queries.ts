import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';
import { blocks, participants } from '#server/db/schema/chats.ts';
import { deals } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { hasBlocked, isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { withheldMessageIds } from '#server/features/chat/queries.ts';
import { type ReadPosition, visibleReadPosition } from '#server/features/chat/rooms/queries.ts';
import {
	ITEM_CARD,
	type ItemCard,
	others,
	PERSON_CARD,
	type PersonCard,
	sellers,
} from './card-queries.ts';

/** A chat as the viewer sees it, found by the two ids of its URL: an item's and a user's, in either order. */
export interface ChatDetails {
	/** May be banned or deleted. */
	item: ItemCard;
	/** The id in the URL that is not the item's. */
	namedUserId: number;
	/** For a buyer, the item's seller. For the seller, the user with the id `namedUserId`; null when there is none. */
	other: PersonCard | null;
	/** Whether the viewer can see a message in the chat. */
	hasMessages: boolean;
	/** Whether a deal between the two exists. */
	hasDeal: boolean;
	/** Whether the viewer has blocked the other side. */
	hasBlocked: boolean;
	/** The other side's position. */
	readPosition: ReadPosition;
}

const theirs = alias(participants, 'theirs');

/**
 * Returns undefined when neither id is an item's. Item and user ids come from one sequence, so an id is never both. If
 * both are items, the first is the chat's item.
 */
export async function findChat(
	db: Db,
	viewerId: number,
	first: number,
	second: number,
): Promise<ChatDetails | undefined> {
	const namedUserId = sql<number>`case ${items.id} when ${first}::int then ${second}::int else ${first}::int end`;
	const isSeller = eq(items.sellerId, viewerId);
	const buyerId = sql`case when ${isSeller} then ${namedUserId} else ${viewerId} end`;
	const [row] = await db
		.select({
			item: ITEM_CARD,
			namedUserId,
			other: PERSON_CARD,
			hasMessages: sql<boolean>`${participants.userId} is not null`,
			hasDeal: sql<boolean>`exists (
				select from ${deals} where ${deals.itemId} = ${items.id} and ${deals.buyerId} = ${buyerId})`,
			hasBlocked: hasBlocked(sql`${viewerId}`, others.id),
			isBlockedEither: sql<boolean>`exists (select from ${blocks} where ${isBlockBetween(sql`${viewerId}`, others.id)})`,
			current: { readId: theirs.readId, deliveredId: theirs.deliveredId },
			frozen: { readId: theirs.toldReadId, deliveredId: theirs.toldDeliveredId },
			withheldIds: withheldMessageIds({ itemId: items.id, buyerId, readerId: others.id }),
		})
		.from(items)
		.innerJoin(sellers, eq(sellers.id, items.sellerId))
		.leftJoin(
			others,
			eq(others.id, sql`case when ${isSeller} then ${namedUserId} else ${items.sellerId} end`),
		)
		.leftJoin(
			participants,
			and(
				eq(participants.itemId, items.id),
				eq(participants.buyerId, buyerId),
				eq(participants.userId, viewerId),
				gt(participants.lastMessageId, 0),
			),
		)
		.leftJoin(
			theirs,
			and(eq(theirs.itemId, items.id), eq(theirs.buyerId, buyerId), eq(theirs.userId, others.id)),
		)
		.where(inArray(items.id, [first, second]))
		.orderBy(desc(eq(items.id, first)))
		.limit(1);
	if (!row) return undefined;
	const { isBlockedEither, current, frozen, withheldIds, ...details } = row;
	return {
		...details,
		readPosition: visibleReadPosition(isBlockedEither, { current, frozen, withheldIds }),
	};
}
