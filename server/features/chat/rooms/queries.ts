import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { isPublic, isPublicOrRemoved } from '#server/db/expressions.ts';
import { buildOncePerPool } from '#server/db/prepared-statements.ts';
import { blocks, messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import {
	CHAT_MESSAGE_COLUMNS,
	IS_VISIBLE_IN_CHAT,
	type MessageRow,
	undeliveredIdsField,
	withheldMessageIds,
} from '#server/features/chat/queries.ts';

const { placeholder } = sql;

interface ChatItem {
	sellerId: number;
	/** Neither the item nor its seller is banned or deleted. Chats of a sold or removed item go on. */
	isOpen: boolean;
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
			isOpen: isPublicOrRemoved(items, users),
			buyerIds: sql<number[]>`array(
				select ${participants.buyerId} from ${participants}
				where ${participants.itemId} = ${items.id} and ${participants.userId} = ${items.sellerId}
					and ${participants.lastMessageId} > 0
				limit 2)`,
		})
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(eq(items.id, placeholder('itemId')))
		.prepare('chat item'),
);

interface OpenRoom {
	/** Whether one of the two has blocked the other. */
	isBlockedEither: boolean;
}

/** Returns undefined when the item or one of the two people of a room is banned or deleted. */
export async function findOpenRoom(
	db: Db,
	{ itemId, buyerId }: Room,
): Promise<OpenRoom | undefined> {
	const [row] = await openRoom(db).execute({ itemId, buyerId });
	return row;
}

const buyers = alias(users, 'buyer');

const openRoom = buildOncePerPool((db) =>
	db
		.select({
			isBlockedEither: sql<boolean>`exists (
				select from ${blocks} where ${isBlockBetween(items.sellerId, placeholder('buyerId'))})`,
		})
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.innerJoin(buyers, eq(buyers.id, placeholder('buyerId')))
		.where(and(eq(items.id, placeholder('itemId')), isPublicOrRemoved(items, users, buyers)))
		.prepare('open room'),
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
	/** Neither banned nor deleted. */
	isActive: boolean;
	/** Whether one of the two has blocked the other. */
	isBlockedEither: boolean;
	/** Whether the other side can see a message in the chat. */
	hasVisibleMessages: boolean;
}

/** The other participant of a room; undefined for an unknown user id. */
export async function findOtherSide(
	db: Db,
	{ itemId, buyerId }: Room,
	otherId: number,
	viewerId: number,
): Promise<OtherSide | undefined> {
	const [row] = await otherSide(db).execute({ itemId, buyerId, otherId, viewerId });
	if (!row) return undefined;
	const { isActive, isBlockedEither, hasVisibleMessages, ...receipts } = row;
	return {
		isActive,
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

const otherSide = buildOncePerPool((db) =>
	db
		.select({
			isActive: isPublic(users),
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

/** The messages after `messageId` that the viewer can see, oldest first. */
export function listMessagesAfter(
	db: Db,
	{ itemId, buyerId }: Room,
	viewerId: number,
	messageId: number,
): Promise<(MessageRow & { clientId: string | null })[]> {
	return messagesAfter(db).execute({ itemId, buyerId, viewerId, messageId });
}

const messagesAfter = buildOncePerPool((db) =>
	db
		.select(CHAT_MESSAGE_COLUMNS)
		.from(messages)
		// `IS_VISIBLE_IN_CHAT` has the placeholders of the room and the viewer.
		.where(and(IS_VISIBLE_IN_CHAT, gt(messages.id, placeholder('messageId'))))
		.orderBy(asc(messages.id))
		.prepare('messages after one'),
);

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
