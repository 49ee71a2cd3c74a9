import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { isPublicOrRemoved } from '#server/db/expressions.ts';
import { buildOncePerPool } from '#server/db/prepared-statements.ts';
import { blocks, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { undeliveredIdsField, withheldMessageIds } from '#server/features/chat/queries.ts';

const { placeholder } = sql;

interface ChatItem {
	sellerId: number;
	/** Buyers whose messages the seller can see; at most two, enough to know whether there is exactly one. */
	buyerIds: number[];
}

/** Returns undefined for an unknown item id. */
export async function findChatItem(db: Db, itemId: number): Promise<ChatItem | undefined> {
	const [row] = await chatItem(db).execute({ itemId });
	return row;
}

const chatItem = buildOncePerPool((db) =>
	db
		.select({
			sellerId: items.sellerId,
			buyerIds: sql<number[]>`array(
				select ${participants.buyerId} from ${participants}
				where ${participants.itemId} = ${placeholder('itemId')} and ${participants.userId} = ${items.sellerId}
					and ${participants.lastMessageId} > 0
				limit 2)`,
		})
		.from(items)
		.where(eq(items.id, placeholder('itemId')))
		.prepare('chat item'),
);

/** How far a user has read and received a chat, as shown to the other side; 0 before the first message. */
export interface ReadPosition extends ReceiptIds {
	/** Messages that never reach this user because of a block, up to `deliveredId`; absent when there are none. */
	undeliveredIds?: number[];
}

interface ReceiptIds {
	readId: number;
	deliveredId: number;
}

const NO_RECEIPTS: ReceiptIds = { readId: 0, deliveredId: 0 };

interface OtherSide extends ReadPosition {
	/** Neither the item nor one of the two people is banned or deleted. The chat of a sold or removed item goes on. */
	isOpen: boolean;
	/** Whether one of the two has blocked the other. */
	isBlockedEither: boolean;
	/** Whether the other side can see a message in the chat. */
	hasVisibleMessages: boolean;
}

/** The other participant of a room, for an item that exists; undefined for an unknown user id. */
export async function findOtherSide(
	db: Db,
	{ itemId, buyerId }: Room,
	otherId: number,
	viewerId: number,
): Promise<OtherSide | undefined> {
	const [row] = await otherSide(db).execute({ itemId, buyerId, otherId, viewerId });
	if (!row) return undefined;
	const { isOpen, isBlockedEither, hasVisibleMessages, ...receipts } = row;
	return {
		isOpen,
		isBlockedEither,
		hasVisibleMessages,
		...visibleReadPosition(isBlockedEither, receipts),
	};
}

/** The position to show to the other side: the frozen one while a block lasts, 0 when the chat has no messages yet. */
export function visibleReadPosition(
	isBlockedEither: boolean,
	{ current, frozen, withheldIds }: StoredReceipts,
): ReadPosition {
	const receipts = (isBlockedEither ? frozen : current) ?? NO_RECEIPTS;
	return { ...receipts, ...undeliveredIdsField(withheldIds, receipts.deliveredId) };
}

interface StoredReceipts {
	current: ReceiptIds | null;
	/** The receipts at the time of the block. */
	frozen: ReceiptIds | null;
	/** Messages that never reach the other side because of a block. */
	withheldIds: readonly (number | string)[];
}

const sellers = alias(users, 'seller');

const otherSide = buildOncePerPool((db) =>
	db
		.select({
			isOpen: isPublicOrRemoved(items, sellers, users),
			isBlockedEither: sql<boolean>`exists (
				select from ${blocks} where ${isBlockBetween(placeholder('otherId'), placeholder('viewerId'))})`,
			hasVisibleMessages: sql<boolean>`coalesce(${participants.lastMessageId} > 0, false)`,
			current: { readId: participants.readId, deliveredId: participants.deliveredId },
			frozen: { readId: participants.toldReadId, deliveredId: participants.toldDeliveredId },
			withheldIds: withheldMessageIds({
				itemId: placeholder('itemId'),
				buyerId: placeholder('buyerId'),
				readerId: users.id,
			}),
		})
		.from(users)
		.innerJoin(items, eq(items.id, placeholder('itemId')))
		.innerJoin(sellers, eq(sellers.id, items.sellerId))
		.leftJoin(
			participants,
			and(
				eq(participants.itemId, placeholder('itemId')),
				eq(participants.buyerId, placeholder('buyerId')),
				eq(participants.userId, users.id),
			),
		)
		.where(eq(users.id, placeholder('otherId')))
		.prepare('other side'),
);

/** The chats between two users in which the seller can see a message. */
export function listStartedChats(db: Db, one: number, other: number): Promise<Room[]> {
	const { itemId, buyerId, userId, lastMessageId } = participants;
	return db
		.select({ itemId, buyerId })
		.from(participants)
		.where(
			and(
				or(and(eq(userId, one), eq(buyerId, other)), and(eq(userId, other), eq(buyerId, one))),
				gt(lastMessageId, 0),
			),
		);
}

/** The newest message that each side has received in the chats of an item with these buyers; 0 for none. */
export function listNewestReceived(
	db: Db,
	itemId: number,
	buyerIds: readonly number[],
): Promise<{ buyerId: number; userId: number; messageId: number }[]> {
	const { buyerId, userId, lastReceivedId } = participants;
	return db
		.select({ buyerId, userId, messageId: lastReceivedId })
		.from(participants)
		.where(and(eq(participants.itemId, itemId), inArray(buyerId, [...buyerIds])));
}
