import { SESSION_DAYS } from '#contract/core/cookies.ts';
import type { Db } from './client.ts';
import { lt, type SQL, sql } from './drizzle.ts';
import { lockText } from './locks.ts';
import { adminIdempotencyKeys, idempotencyKeys } from './schema/idempotency-keys.ts';

/**
 * Whose idempotency key it is; keys of different people are independent of each other. A key of a user stands for an
 * item, one of an administrator for an announcement or a warning.
 */
type KeyOwner = { userId: number } | { adminId: number | null };

/**
 * Runs `work` for the first request with a key. A repeated request gets what that one made: it waits until the
 * transaction of the first has ended, and runs nothing. A failed `work` does not use up the key, because the transaction
 * is rolled back. Without a key, or without an administrator (a command-line tool), `work` always runs.
 * @param work returns the id of the item or the announcement; null for a warning
 * @returns the id that the first request with this key made; null if its announcement is deleted
 */
export async function once(
	tx: Db,
	owner: KeyOwner,
	key: string | undefined,
	work: () => Promise<number | null>,
): Promise<number | null> {
	const { table, columns, id } = keysOf(owner);
	if (key === undefined || id === null) return work();
	// Keys are UUIDs, which are equal in any case of their letters.
	await lockText(tx, `${'userId' in owner ? '' : 'admin '}${id} ${key.toLowerCase()}`);
	const made = await findMade(tx, owner, key);
	if (made !== undefined) return made;
	const newId = await work();
	await tx.execute(
		sql`insert into ${table} (${columns.owner}, key, ${columns.made}) values (${id}, ${key}, ${newId})`,
	);
	return newId;
}

/** What was made with this key, as `once` returns it; undefined if nothing was. */
export async function findMade(
	db: Db,
	owner: KeyOwner,
	key: string,
): Promise<number | null | undefined> {
	const { table, columns, id } = keysOf(owner);
	const { rows } = await db.execute<{ made: number | null }>(
		sql`select ${columns.made} as made from ${table} where ${columns.owner} = ${id} and key = ${key}`,
	);
	return rows[0]?.made;
}

function keysOf(owner: KeyOwner): {
	table: typeof idempotencyKeys | typeof adminIdempotencyKeys;
	columns: { owner: SQL; made: SQL };
	id: number | null;
} {
	return 'userId' in owner
		? {
				table: idempotencyKeys,
				columns: { owner: sql`user_id`, made: sql`item_id` },
				id: owner.userId,
			}
		: {
				table: adminIdempotencyKeys,
				columns: { owner: sql`admin_id`, made: sql`announcement_id` },
				id: owner.adminId,
			};
}

/**
 * Deletes keys that are older than the lifetime of a session. Until then, a seller whose response was lost may send the
 * same draft again.
 */
export async function deleteExpiredKeys(db: Db): Promise<void> {
	for (const table of [idempotencyKeys, adminIdempotencyKeys])
		await db
			.delete(table)
			.where(lt(table.createdAt, sql`now() - make_interval(days => ${SESSION_DAYS}::int)`));
}
