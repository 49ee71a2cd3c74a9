import { and, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';
import { lockRows } from '#server/db/locks.ts';
import { items } from '#server/db/schema/items.ts';

type Changes = PgUpdateSetSource<typeof items>;

/** An item that a moderation action changed. */
export interface ModeratedItem {
	id: number;
	sellerId: number;
	title: string;
}

/** Whether an item is sold; undefined if it does not exist or is deleted. */
export async function findSaleStatus(db: Db, id: number): Promise<{ isSold: boolean } | undefined> {
	const [row] = await db
		.select({ soldAt: items.soldAt })
		.from(items)
		.where(isNotDeleted([id]));
	return row && { isSold: row.soldAt !== null };
}

/** @returns the changed items, as do the functions below */
export function setItemsBanned(
	db: Db,
	ids: readonly number[],
	reason: string | undefined,
): Promise<ModeratedItem[]> {
	return updateItems(db, ids, isNull(items.bannedAt), {
		bannedAt: sql`now()`,
		banReason: reason ?? null,
	});
}

export function setItemsUnbanned(db: Db, ids: readonly number[]): Promise<ModeratedItem[]> {
	return updateItems(db, ids, isNotNull(items.bannedAt), { bannedAt: null, banReason: null });
}

/** Puts sold items back on sale; skips banned items, which do not count as sold. */
export function setItemsRelisted(db: Db, ids: readonly number[]): Promise<ModeratedItem[]> {
	return updateItems(db, ids, and(isNotNull(items.soldAt), isNull(items.bannedAt)), {
		soldAt: null,
	});
}

export function setItemsDeleted(db: Db, ids: readonly number[]): Promise<ModeratedItem[]> {
	return updateItems(db, ids, undefined, { deletedAt: sql`now()` });
}

/** The start time of the transaction by the database's clock, as an ISO timestamp. */
export async function findTransactionTime(db: Db): Promise<string> {
	const { rows } = await db.execute<{ atMs: number }>(
		sql`select (extract(epoch from now()) * 1000)::float8 as "atMs"`,
	);
	if (!rows[0]) throw new Error('The database did not say what time it is.');
	return new Date(rows[0].atMs).toISOString();
}

/** The condition is part of the update, so that of two concurrent administrators only one changes an item. */
async function updateItems(
	db: Db,
	ids: readonly number[],
	condition: SQL | undefined,
	changes: Changes,
): Promise<ModeratedItem[]> {
	if (ids.length === 0) return [];
	await lockRows(db, items, isNotDeleted(ids));
	return db
		.update(items)
		.set(changes)
		.where(and(isNotDeleted(ids), condition))
		.returning({ id: items.id, sellerId: items.sellerId, title: items.title });
}

function isNotDeleted(ids: readonly number[]): SQL | undefined {
	return and(inArray(items.id, [...ids]), isNull(items.deletedAt));
}
