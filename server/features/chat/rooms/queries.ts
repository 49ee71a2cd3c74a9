import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { builtOnce } from '#server/db/prepared.ts';
import { blocks, messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { isPublic } from '#server/db/visibility.ts';
import { between } from '#server/features/chat/blocks/queries.ts';
import {
	MESSAGE,
	type MessageRow,
	SEEN_IN_CHAT,
	undelivered,
	withheldFrom,
} from '#server/features/chat/queries.ts';

const { placeholder } = sql;

interface ChatItem {
	sellerId: number;
	/** Neither it nor its seller is banned or gone. A sold one stays open. */
	isOpen: boolean;
	/** Buyers from whom the seller has heard: none, one, or two of several. */
	writers: number[];
}

/** Undefined for an item that never was. */
export async function findChatItem(db: Db, itemId: number): Promise<ChatItem | undefined> {
	const [row] = await chatItem(db).execute({ itemId });
	return row;
}

const chatItem = builtOnce((db) =>
	db
		.select({
			sellerId: items.sellerId,
			isOpen: isPublic(items, users),
			writers: sql<number[]>`array(
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
export interface ToldStanding extends Come {
	/** Messages of whom it is told that never reach the other; absent where there are none. */
	undeliveredIds?: number[];
}

interface Come {
	readId: number;
	deliveredId: number;
}

const BEFORE_ALL: Come = { readId: 0, deliveredId: 0 };

interface OtherSide extends ToldStanding {
	/** Neither banned nor gone. */
	isThere: boolean;
	/** One of the two has blocked the other. */
	isApart: boolean;
	/** They can see a message there. */
	hasHeard: boolean;
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
	const { isThere, isApart, hasHeard, ...come } = row;
	return { isThere, isApart, hasHeard, ...toldStanding(isApart, come) };
}

/** Across a block it stays as it was. Null where nobody has written yet. */
export function toldStanding(
	isApart: boolean,
	{ moving, told, withheldIds }: ComeSoFar,
): ToldStanding {
	const come = (isApart ? told : moving) ?? BEFORE_ALL;
	return { ...come, ...undelivered(withheldIds, come.deliveredId) };
}

interface ComeSoFar {
	moving: Come | null;
	/** When one of the two blocked the other. */
	told: Come | null;
	/** Messages that they never get. */
	withheldIds: readonly (number | string)[];
}

const BETWEEN = between(placeholder('one'), placeholder('other'));

const otherSide = builtOnce((db) =>
	db
		.select({
			isThere: isPublic(users),
			isApart: sql<boolean>`exists (select from ${blocks} where ${BETWEEN})`,
			hasHeard: sql<boolean>`coalesce(${participants.lastMessageId} > 0, false)`,
			moving: { readId: participants.readId, deliveredId: participants.deliveredId },
			told: { readId: participants.toldReadId, deliveredId: participants.toldDeliveredId },
			withheldIds: withheldFrom({
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
export async function areApart(db: Db, one: number, other: number): Promise<boolean> {
	const found = await blockBetween(db).execute({ one, other });
	return found.length > 0;
}

const blockBetween = builtOnce((db) =>
	db
		.select({ blockerId: blocks.blockerId })
		.from(blocks)
		.where(BETWEEN)
		.limit(1)
		.prepare('block between two'),
);

/** Everybody whom a person has blocked, or who has blocked them. */
export async function listApart(db: Db, userId: number): Promise<number[]> {
	const rows = await apart(db).execute({ userId });
	return rows.map(({ id }) => id);
}

const apart = builtOnce((db) => {
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

const messagesAfter = builtOnce((db) =>
	db
		.select({ ...MESSAGE, clientId: messages.clientId })
		.from(messages)
		.where(and(SEEN_IN_CHAT, gt(messages.id, placeholder('messageId'))))
		.orderBy(asc(messages.id))
		.prepare('messages after one'),
);
