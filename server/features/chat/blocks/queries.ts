import { buildOncePerPool, type Db } from '#server/db/client.ts';
import { and, desc, eq, inArray, or, type SQL, type SQLWrapper, sql } from '#server/db/drizzle.ts';
import { lockRows } from '#server/db/locks.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { deals } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';

const { placeholder } = sql;

/**
 * Locks both users until the transaction ends. A transaction that opens a deal between the two takes conflicting locks
 * (server/features/deals/change-queries.ts), so a block waits until that deal is stored. The trigger on `blocks` then
 * marks the deal as due to be settled. To prevent deadlocks, take this lock before all others.
 */
export async function lockPeople(tx: Db, one: number, other: number): Promise<void> {
	await lockRows(tx, users, inArray(users.id, [one, other]));
}

/**
 * Locks the items of the deals between two users until the transaction ends. A block also locks rows of
 * `conversations` and `deal_deadlines`. Transactions on deals lock the item before these rows, so a block does the same,
 * to prevent deadlocks.
 */
export async function lockItemsOfDeals(tx: Db, one: number, other: number): Promise<void> {
	const isBetween = sql`(${deals.sellerId}, ${deals.buyerId}) in ((${one}, ${other}), (${other}, ${one}))`;
	const itemIds = tx.select({ id: deals.itemId }).from(deals).where(isBetween);
	await lockRows(tx, items, inArray(items.id, itemIds));
}

/** Blocking a user twice changes nothing and keeps the time of the first block. */
export async function insertBlock(db: Db, blockerId: number, blockedId: number): Promise<void> {
	await db.insert(blocks).values({ blockerId, blockedId }).onConflictDoNothing();
}

export async function deleteBlock(db: Db, blockerId: number, blockedId: number): Promise<void> {
	await db
		.delete(blocks)
		.where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)));
}

/** Deletes all blocks that a user has set, not those that others have set against the user. */
export async function deleteBlocksBy(db: Db, blockerId: number): Promise<void> {
	await db.delete(blocks).where(eq(blocks.blockerId, blockerId));
}

interface BlockedRow {
	id: number;
	userName: string;
	blockedAt: Date;
}

/** The users whom a user has blocked, most recent first. */
export async function listBlockedBy(db: Db, blockerId: number): Promise<BlockedRow[]> {
	return db
		.select({ id: users.id, userName: users.userName, blockedAt: blocks.createdAt })
		.from(blocks)
		.innerJoin(users, eq(users.id, blocks.blockedId))
		.where(eq(blocks.blockerId, blockerId))
		.orderBy(desc(blocks.createdAt), desc(blocks.blockedId));
}

/** Whether one of two people has blocked the other. */
export async function hasBlockBetween(db: Db, one: number, other: number): Promise<boolean> {
	const found = await blockBetween(db).execute({ one, other });
	return found.length > 0;
}

const blockBetween = buildOncePerPool((db) =>
	db
		.select({ blockerId: blocks.blockerId })
		.from(blocks)
		.where(isBlockBetween(placeholder('one'), placeholder('other')))
		.limit(1)
		.prepare('block between two'),
);

/** The users whom a user has blocked, and those who have blocked them. */
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
		.prepare('people blocked either way');
});

/** Matches the rows of `blocks` between two users, in either direction. */
export const isBlockBetween = (one: SQLWrapper, other: SQLWrapper): SQL =>
	sql`(${blocks.blockerId}, ${blocks.blockedId}) in ((${one}, ${other}), (${other}, ${one}))`;

/** Whether `blocker` has blocked `blocked`; one direction only. */
export const hasBlocked = (blocker: SQLWrapper, blocked: SQLWrapper): SQL<boolean> =>
	sql<boolean>`exists (
		select from ${blocks} where ${blocks.blockerId} = ${blocker} and ${blocks.blockedId} = ${blocked})`;
