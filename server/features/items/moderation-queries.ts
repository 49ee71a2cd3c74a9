import { and, asc, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';

type Changes = PgUpdateSetSource<typeof items>;

/** Whether an item is sold; undefined without such an item, or for a deleted one. */
export async function findSaleStatus(db: Db, id: number): Promise<{ isSold: boolean } | undefined> {
	const [row] = await db
		.select({ soldAt: items.soldAt })
		.from(items)
		.where(isNotDeleted([id]));
	return row && { isSold: row.soldAt !== null };
}

/** @returns those it changed */
export function setItemsBanned(
	db: Db,
	ids: readonly number[],
	reason: string | undefined,
): Promise<number[]> {
	return updateItems(db, ids, isNull(items.bannedAt), {
		bannedAt: sql`now()`,
		banReason: reason ?? null,
	});
}

/** @returns those it changed */
export function setItemsUnbanned(db: Db, ids: readonly number[]): Promise<number[]> {
	return updateItems(db, ids, isNotNull(items.bannedAt), { bannedAt: null, banReason: null });
}

/** A banned item is not sold, whatever it was before. @returns those it changed */
export function setItemsRelisted(db: Db, ids: readonly number[]): Promise<number[]> {
	return updateItems(db, ids, and(isNotNull(items.soldAt), isNull(items.bannedAt)), {
		soldAt: null,
	});
}

/** @returns those it changed */
export function setItemsDeleted(db: Db, ids: readonly number[]): Promise<number[]> {
	return updateItems(db, ids, undefined, { deletedAt: sql`now()` });
}

/**
 * The statement decides between two administrators. Rows are held in the order of their numbers, so that two selections
 * changed at once don't wait for each other in a circle.
 */
async function updateItems(
	db: Db,
	ids: readonly number[],
	condition: SQL | undefined,
	changes: Changes,
): Promise<number[]> {
	if (ids.length === 0) return [];
	await db
		.select({ id: items.id })
		.from(items)
		.where(isNotDeleted(ids))
		.orderBy(asc(items.id))
		.for('no key update');
	const changed = await db
		.update(items)
		.set(changes)
		.where(and(isNotDeleted(ids), condition))
		.returning({ id: items.id });
	return changed.map(({ id }) => id);
}

function isNotDeleted(ids: readonly number[]): SQL | undefined {
	return and(inArray(items.id, [...ids]), isNull(items.deletedAt));
}
