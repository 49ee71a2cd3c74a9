import { and, eq, lt, sql } from 'drizzle-orm';
import { SESSION_DAYS } from '#contract/core/cookies.ts';
import type { Db } from '#server/db/client.ts';
import { idempotencyKeys } from '#server/db/schema/pending-photos.ts';

/** The item that this person's key has made already. */
export async function findIdempotentItem(
	db: Db,
	userId: number,
	key: string,
): Promise<number | undefined> {
	const [row] = await db
		.select({ itemId: idempotencyKeys.itemId })
		.from(idempotencyKeys)
		.where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
	return row?.itemId;
}

/** Posts with the same key go one after the other: the second waits here until the first has ended. */
export async function lockIdempotencyKey(db: Db, userId: number, key: string): Promise<void> {
	await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0))`);
}

export async function insertIdempotencyKey(
	db: Db,
	userId: number,
	key: string,
	itemId: number,
): Promise<void> {
	await db.insert(idempotencyKeys).values({ userId, key, itemId });
}

/** A key is good for as long as a session: a draft whose answer was lost may be gone on with after a weekend. */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<void> {
	await db
		.delete(idempotencyKeys)
		.where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${SESSION_DAYS}::int)`));
}
