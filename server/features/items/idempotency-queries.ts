import { and, eq, lt, sql } from 'drizzle-orm';
import { SESSION_DAYS } from '#contract/core/cookies.ts';
import type { Db } from '#server/db/client.ts';
import { lockText } from '#server/db/locks.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency-keys.ts';

/** The id of the item that was created with this user's key, if any. */
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

/** Requests with the same key run one after the other: the second waits here until the first transaction has ended. */
export async function lockIdempotencyKey(db: Db, userId: number, key: string): Promise<void> {
	await lockText(db, `${userId} ${key}`);
}

export async function insertIdempotencyKey(
	db: Db,
	userId: number,
	key: string,
	itemId: number,
): Promise<void> {
	await db.insert(idempotencyKeys).values({ userId, key, itemId });
}

/**
 * Deletes keys that are older than the lifetime of a session. Until then, a seller whose response was lost may send the
 * same draft again.
 */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<void> {
	await db
		.delete(idempotencyKeys)
		.where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${SESSION_DAYS}::int)`));
}
