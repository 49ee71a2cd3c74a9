import { and, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { users } from '#server/db/schema/users.ts';

/**
 * Locks both people until the transaction ends. A deal between them that is being opened holds them too
 * (server/features/deals/item-queries.ts), so a block finds it, and ends it. Comes before all other locks.
 */
export async function lockPeople(tx: Db, one: number, other: number): Promise<void> {
	await tx
		.select({ id: users.id })
		.from(users)
		.where(inArray(users.id, [one, other]))
		.orderBy(users.id)
		.for('no key update');
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

/** Ends all blocks that a user set, not those that others set against them. */
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

/** Matches the rows of `blocks` between two users, in either direction. */
export const isBlockBetween = (one: SQLWrapper, other: SQLWrapper): SQL =>
	sql`(${blocks.blockerId}, ${blocks.blockedId}) in ((${one}, ${other}), (${other}, ${one}))`;

/** Whether `blocker` has blocked `blocked`; one direction only. */
export const hasBlocked = (blocker: SQLWrapper, blocked: SQLWrapper): SQL<boolean> =>
	sql<boolean>`exists (
		select from ${blocks} where ${blocks.blockerId} = ${blocker} and ${blocks.blockedId} = ${blocked})`;
