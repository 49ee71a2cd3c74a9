import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { users } from '#server/db/schema/users.ts';

/** Blocking somebody twice changes nothing. */
export async function insertBlock(db: Db, blockerId: number, blockedId: number): Promise<void> {
	await db.insert(blocks).values({ blockerId, blockedId }).onConflictDoNothing();
}

export async function deleteBlock(db: Db, blockerId: number, blockedId: number): Promise<void> {
	await db
		.delete(blocks)
		.where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)));
}

interface BlockedRow {
	id: number;
	userName: string;
	blockedAt: Date;
}

/** Whom somebody has blocked, the latest first. */
export async function listBlockedBy(db: Db, blockerId: number): Promise<BlockedRow[]> {
	return db
		.select({ id: users.id, userName: users.userName, blockedAt: blocks.createdAt })
		.from(blocks)
		.innerJoin(users, eq(users.id, blocks.blockedId))
		.where(eq(blocks.blockerId, blockerId))
		.orderBy(desc(blocks.createdAt), desc(blocks.blockedId));
}

/** A row of blocks by which two people are apart, whichever of them has blocked the other. */
export const isBlockBetween = (one: SQLWrapper, other: SQLWrapper): SQL =>
	sql`(${blocks.blockerId}, ${blocks.blockedId}) in ((${one}, ${other}), (${other}, ${one}))`;

/** Whether one person has blocked another. */
export const hasBlocked = (blocker: SQLWrapper, blocked: SQLWrapper): SQL<boolean> =>
	sql<boolean>`exists (
		select from ${blocks} where ${blocks.blockerId} = ${blocker} and ${blocks.blockedId} = ${blocked})`;
