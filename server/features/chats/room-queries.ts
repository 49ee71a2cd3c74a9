import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Room } from '#contract/rooms.ts';
import type { Db } from '#server/db/client.ts';
import { blocks, messages, participants } from '#server/db/tables/chats.ts';
import { items } from '#server/db/tables/items.ts';
import { users } from '#server/db/tables/users.ts';
import { MESSAGE, type MessageRow } from './queries.ts';

interface ChatItem {
	sellerId: number;
	/** Neither it nor its seller is banned or gone. A sold one stays open. */
	isOpen: boolean;
	/** Buyers from whom the seller has heard: none, one, or two of several. */
	writers: number[];
}

/** Undefined for an item that never was. */
export async function findChatItem(db: Db, itemId: number): Promise<ChatItem | undefined> {
	const [row] = await db
		.select({
			sellerId: items.sellerId,
			isOpen: sql<boolean>`coalesce(${items.bannedAt}, ${items.deletedAt}, ${users.bannedAt}, ${users.deletedAt}) is null`,
			writers: sql<number[]>`array(
				select ${participants.buyerId} from ${participants}
				where ${participants.itemId} = ${items.id} and ${participants.userId} = ${items.sellerId}
					and ${participants.lastMessageId} > 0
				limit 2)`,
		})
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(eq(items.id, itemId));
	return row;
}

interface OtherSide {
	/** Neither banned nor gone. */
	isThere: boolean;
	/** One of the two has blocked the other. */
	isBlocked: boolean;
	/** How far they have come; 0 before the first message. */
	readId: number;
	deliveredId: number;
}

/** The person opposite in a room; undefined when there never was such a person. */
export async function findOtherSide(
	db: Db,
	{ itemId, buyerId }: Room,
	otherId: number,
	userId: number,
): Promise<OtherSide | undefined> {
	const [row] = await db
		.select({
			isThere: sql<boolean>`coalesce(${users.bannedAt}, ${users.deletedAt}) is null`,
			isBlocked: sql<boolean>`exists (select from ${blocks} where ${between(otherId, userId)})`,
			readId: participants.readId,
			deliveredId: participants.deliveredId,
		})
		.from(users)
		.leftJoin(
			participants,
			and(
				eq(participants.itemId, itemId),
				eq(participants.buyerId, buyerId),
				eq(participants.userId, users.id),
			),
		)
		.where(eq(users.id, otherId));
	return row && { ...row, readId: row.readId ?? 0, deliveredId: row.deliveredId ?? 0 };
}

const between = (one: number, other: number): SQL | undefined =>
	or(
		and(eq(blocks.blockerId, one), eq(blocks.blockedId, other)),
		and(eq(blocks.blockerId, other), eq(blocks.blockedId, one)),
	);

/** Whether one of two people has blocked the other. */
export async function areApart(db: Db, one: number, other: number): Promise<boolean> {
	const found = await db
		.select({ blockerId: blocks.blockerId })
		.from(blocks)
		.where(between(one, other))
		.limit(1);
	return found.length > 0;
}

/** Everybody whom a person has blocked, or who has blocked them. */
export async function listApart(db: Db, userId: number): Promise<number[]> {
	const rows = await db
		.select({
			id: sql<number>`case when ${blocks.blockerId} = ${userId} then ${blocks.blockedId} else ${blocks.blockerId} end`,
		})
		.from(blocks)
		.where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId)));
	return rows.map(({ id }) => id);
}

/** What a person can see of a chat after a message, oldest first. */
export function listMessagesAfter(
	db: Db,
	{ itemId, buyerId }: Room,
	viewerId: number,
	messageId: number,
): Promise<(MessageRow & { clientId: string | null })[]> {
	return db
		.select({ ...MESSAGE, clientId: messages.clientId })
		.from(messages)
		.where(
			and(
				eq(messages.itemId, itemId),
				eq(messages.buyerId, buyerId),
				gt(messages.id, messageId),
				or(eq(messages.senderId, viewerId), eq(messages.isWithheld, false)),
			),
		)
		.orderBy(asc(messages.id));
}
