import { and, eq, lt, sql } from 'drizzle-orm';
import { SESSION_DAYS } from '#contract/core/cookies.ts';
import type { Db } from '#server/db/client.ts';
import { adminIdempotencyKeys } from '#server/db/schema/admin-idempotency-keys.ts';

/** The key that an administrator's browser sends with a request, and again when it repeats the request. */
export interface AdminIdempotencyKey {
	adminId: number;
	key: string;
}

/**
 * Marks the request as done, within the transaction of its change. If another transaction is handling a request with
 * this key, waits until that transaction has ended.
 * @returns false for a repeated request: its change was made before
 */
export async function insertAdminIdempotencyKey(
	db: Db,
	{ adminId, key }: AdminIdempotencyKey,
): Promise<boolean> {
	const inserted = await db
		.insert(adminIdempotencyKeys)
		.values({ adminId, key })
		.onConflictDoNothing()
		.returning({ key: adminIdempotencyKeys.key });
	return inserted.length === 1;
}

/** Stores which announcement the request with this key has created. */
export async function setIdempotentAnnouncement(
	db: Db,
	key: AdminIdempotencyKey,
	announcementId: number,
): Promise<void> {
	await db.update(adminIdempotencyKeys).set({ announcementId }).where(conditionFor(key));
}

/** The announcement that was created with this key; undefined if none was, or if it is deleted. */
export async function findIdempotentAnnouncement(
	db: Db,
	key: AdminIdempotencyKey,
): Promise<number | undefined> {
	const [row] = await db
		.select({ announcementId: adminIdempotencyKeys.announcementId })
		.from(adminIdempotencyKeys)
		.where(conditionFor(key));
	return row?.announcementId ?? undefined;
}

function conditionFor({ adminId, key }: AdminIdempotencyKey) {
	return and(eq(adminIdempotencyKeys.adminId, adminId), eq(adminIdempotencyKeys.key, key));
}

/** Deletes keys that are older than `SESSION_DAYS`, the limit that keys of posted items have too. */
export async function deleteExpiredAdminIdempotencyKeys(db: Db): Promise<void> {
	await db
		.delete(adminIdempotencyKeys)
		.where(
			lt(adminIdempotencyKeys.createdAt, sql`now() - make_interval(days => ${SESSION_DAYS}::int)`),
		);
}
