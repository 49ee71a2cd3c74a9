import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { buildOncePerPool } from '#server/db/prepared-statements.ts';
import { blocks, messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { isPublic } from '#server/db/visibility.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import {
	IS_VISIBLE_IN_CHAT,
	MESSAGE_COLUMNS,
	type MessageRow,
	undeliveredIdsField,
	withheldMessageIds,
} from '#server/features/chat/queries.ts';

const { placeholder } = sql;

interface ChatItem {
	sellerId: number;
	/** Neither it nor its seller is banned or gone. A sold one stays open. */
	isOpen: boolean;
	/** Buyers from whom the seller has heard: none, one, or two of several. */
	buyerIds: number[];
}

/** Undefined for an item that never was. */
export async function findChatItem(db: Db, itemId: number): Promise<ChatItem | undefined> {
	const [row] = await chatItem(db).execute({ itemId });
	return row;
}

const chatItem = buildOncePerPool((db) =>
	db
		.select({
			sellerId: items.sellerId,
			isOpen: isPublic(items, users),
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

/** How far somebody has come in a chat, as the other side is told; 0 before the first message. */
export interface ReadPosition extends ReceiptIds {
	/** Messages of whom it is told that never reach the other; absent where there are none. */
	undeliveredIds?: number[];
}

interface ReceiptIds {
	readId: number;
	deliveredId: number;
}

const NO_RECEIPTS: ReceiptIds = { readId: 0, deliveredId: 0 };

interface OtherSide extends ReadPosition {
	/** Neither banned nor gone. */
	isActive: boolean;
	/** One of the two has blocked the other. */
	isBlockedEither: boolean;
	/** They can see a message there. */
	hasVisibleMessages: boolean;
}

/** The person opposite in a room; undefined when there never was such a person. */
export async function findOtherSide(
	db: Db,
	{ itemId, buyerId }: Room,
	otherId: number,
	userId: number,
): Promise<OtherSide | undefined> {
	const [row] = await otherSide(db).execute({ itemId, buyerId, one: otherId, other: userId });
	if (!row) return undefined;
	const { isActive, isBlockedEither, hasVisibleMessages, ...receipts } = row;
	return {
		isActive,
		isBlockedEither,
		hasVisibleMessages,
		...visibleReadPosition(isBlockedEither, receipts),
	};
}

/** Across a block it stays as it was. Null where nobody has written yet. */
export function visibleReadPosition(
	isBlockedEither: boolean,
	{ current, frozen, withheldIds }: StoredReceipts,
): ReadPosition {
	const receipts = (isBlockedEither ? frozen : current) ?? NO_RECEIPTS;
	return { ...receipts, ...undeliveredIdsField(withheldIds, receipts.deliveredId) };
}

interface StoredReceipts {
	current: ReceiptIds | null;
	/** When one of the two blocked the other. */
	frozen: ReceiptIds | null;
	/** Messages that they never get. */
	withheldIds: readonly (number | string)[];
}

const IS_BLOCK_BETWEEN = isBlockBetween(placeholder('one'), placeholder('other'));

const otherSide = buildOncePerPool((db) =>
	db
		.select({
			isActive: isPublic(users),
			isBlockedEither: sql<boolean>`exists (select from ${blocks} where ${IS_BLOCK_BETWEEN})`,
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
		.where(eq(users.id, placeholder('one')))
		.prepare('other side'),
);

/** Whether one of two people has blocked the other. */
export async function hasBlockBetween(db: Db, one: number, other: number): Promise<boolean> {
	const found = await blockBetween(db).execute({ one, other });
	return found.length > 0;
}

const blockBetween = buildOncePerPool((db) =>
	db
		.select({ blockerId: blocks.blockerId })
		.from(blocks)
		.where(IS_BLOCK_BETWEEN)
		.limit(1)
		.prepare('block between two'),
);

/** Everybody whom a person has blocked, or who has blocked them. */
export async function listBlockedEither(db: Db, userId: number): Promise<number[]> {
	const rows = await blockedEither(db).execute({ userId });
	return rows.map(({ id }) => id);
}

const blockedEither = buildOncePerPool((db) => {
	const userId = placeholder('userId');
	return db
		.select({
			id: sql<number>`case when ${blocks.blockerId} = ${userId} then ${blocks.blockedId} else ${blocks.blockerId} end`,
		})
		.from(blocks)
		.where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId)))
		.prepare('apart from a person');
});

/** What a person can see of a chat after a message, oldest first. */
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
		.select({ ...MESSAGE_COLUMNS, clientId: messages.clientId })
		.from(messages)
		.where(and(IS_VISIBLE_IN_CHAT, gt(messages.id, placeholder('messageId'))))
		.orderBy(asc(messages.id))
		.prepare('messages after one'),
);
