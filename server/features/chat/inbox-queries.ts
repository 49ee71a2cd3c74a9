import type { ChatRole } from '#contract/chat/facts.ts';
import type { StoredReservation } from '#contract/items/reservation.ts';
import type { Db } from '#server/db/client.ts';
import { alias, and, count, desc, eq, gt, inArray, lt, ne, sql } from '#server/db/drizzle.ts';
import { isHidden, isPublicOrRemoved } from '#server/db/expressions.ts';
import { blocks, messages, participants } from '#server/db/schema/chats.ts';
import { deals } from '#server/db/schema/deals.ts';
import { isRemoved, itemPhotos, items } from '#server/db/schema/items.ts';
import { photos } from '#server/db/schema/photos.ts';
import { users } from '#server/db/schema/users.ts';
import { hasBlocked, isBlockBetween } from './blocks/queries.ts';
import {
	HAS_UNREAD,
	MESSAGE_COLUMNS,
	type MessageRow,
	type ReadPosition,
	UNREAD_COUNT,
	visibleReadPosition,
	withheldMessageIds,
} from './queries.ts';

/** The item as a chat shows it. */
export interface ItemCard extends StoredReservation {
	id: number;
	sellerId: number;
	title: string;
	/** Rupees. */
	price: number;
	isPriceFixed: boolean;
	soldAt: Date | null;
	deletedAt: Date | null;
	/** Removed by its seller. The chats go on. */
	isRemoved: boolean;
	/** The item or its seller is banned or deleted. */
	isHidden: boolean;
	cover: { hash: string; width: number; height: number; thumbhash: string } | null;
}

/** The other side as a chat shows it. */
export interface PersonCard {
	id: number;
	userName: string;
	pictureHash: string | null;
	verifiedAt: Date | null;
	/** Banned or deleted. */
	isHidden: boolean;
}

const sellers = alias(users, 'seller');
const others = alias(users, 'other');

/** Columns for a statement that selects from `items` and joins `sellers`. */
const ITEM_CARD = {
	id: items.id,
	sellerId: items.sellerId,
	title: items.title,
	price: items.price,
	isPriceFixed: items.isPriceFixed,
	reservedUntil: items.reservedUntil,
	nextTurnUntil: items.nextTurnUntil,
	soldAt: items.soldAt,
	deletedAt: items.deletedAt,
	isRemoved: isRemoved(items),
	isHidden: sql<boolean>`not ${isPublicOrRemoved(items, sellers)}`,
	cover: sql<ItemCard['cover']>`(
		select json_build_object(
			'hash', ${photos.hash}, 'width', ${photos.width}, 'height', ${photos.height}, 'thumbhash', ${photos.thumbhash})
		from ${itemPhotos} join ${photos} on ${photos.hash} = ${itemPhotos.photoHash}
		where ${itemPhotos.itemId} = ${items.id} and ${itemPhotos.position} = 0)`,
};

/** Columns for a statement that joins `others`. */
const PERSON_CARD = {
	id: others.id,
	userName: others.userName,
	pictureHash: others.pictureHash,
	verifiedAt: others.verifiedAt,
	isHidden: isHidden(others),
};

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

/** A buyer who has written something that the seller can see. */
export interface BuyerRow {
	buyer: PersonCard;
	lastMessage: MessageRow;
	unread: number;
	/** Whether the seller has blocked this buyer. */
	hasBlocked: boolean;
}

interface ItemChats {
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

interface ItemChatCounts {
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
