import type { Room } from '#contract/chat/room-id.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import { buildOncePerPool, type Db } from '#server/db/client.ts';
import {
	alias,
	and,
	count,
	desc,
	eq,
	gt,
	inArray,
	lt,
	or,
	type SQLWrapper,
	sql,
} from '#server/db/drizzle.ts';
import { isPublicOrRemoved } from '#server/db/expressions.ts';
import { blocks, isShownTo, messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from './blocks/queries.ts';
import { MESSAGE_PHOTOS, type MessagePhoto } from './photos/queries.ts';

const { placeholder } = sql;

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
		.where(and(eq(participants.userId, placeholder('userId')), HAS_UNREAD))
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
	eq(messages.itemId, placeholder('itemId')),
	eq(messages.buyerId, placeholder('buyerId')),
	isShownTo(placeholder('viewerId')),
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
		.where(and(IS_VISIBLE_IN_CHAT, lt(messages.id, placeholder('before'))))
		.orderBy(desc(messages.id))
		.limit(placeholder('limit'))
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
