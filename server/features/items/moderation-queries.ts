import type { Db } from '#server/db/client.ts';
import {
	and,
	eq,
	inArray,
	isNotNull,
	isNull,
	or,
	type PgUpdateSetSource,
	type SQL,
	sql,
} from '#server/db/drizzle.ts';
import { lockRows } from '#server/db/locks.ts';
import { isKept, isRemoved, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';

type Changes = PgUpdateSetSource<typeof items>;

/** What administrators can correct of an item. */
export type Correction = Pick<typeof items.$inferSelect, 'title' | 'category'>;

/** An item that a moderation action changed. */
export interface ModeratedItem {
	id: number;
	sellerId: number;
	title: string;
}

/** Undefined if the item does not exist. */
export async function findSaleStatus(
	db: Db,
	id: number,
): Promise<{ isSold: boolean; isDeleted: boolean } | undefined> {
	const [row] = await db
		.select({
			isSold: sql<boolean>`${items.soldAt} is not null`,
			isDeleted: sql<boolean>`${items.deletedAt} is not null and not ${isRemoved(items)}`,
		})
		.from(items)
		.where(eq(items.id, id));
	return row;
}

const MODERATED_COLUMNS = { id: items.id, sellerId: items.sellerId, title: items.title };

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

/** Undoes deletions by administrators. An item that its owner had removed before is removed again. */
export async function setItemsRestored(db: Db, ids: readonly number[]): Promise<ModeratedItem[]> {
	const isDeleted = and(
		inArray(items.id, [...ids]),
		isKept(items),
		sql`${items.removedAt} is distinct from ${items.deletedAt}`,
		// An erased account's items stay deleted.
		sql`${items.sellerId} in (select ${users.id} from ${users} where ${users.deletedAt} is null)`,
	);
	if (ids.length === 0) return [];
	await lockRows(db, items, isDeleted);
	return db
		.update(items)
		.set({ deletedAt: items.removedAt })
		.where(isDeleted)
		.returning(MODERATED_COLUMNS);
}

/** @returns the item as it was, locked; undefined if it does not exist or is deleted */
export async function lockItemToCorrect(
	tx: Db,
	id: number,
): Promise<Pick<typeof items.$inferSelect, 'sellerId' | 'title' | 'category'> | undefined> {
	const [row] = await tx
		.select({ sellerId: items.sellerId, title: items.title, category: items.category })
		.from(items)
		.where(isNotDeleted([id]))
		.for('no key update');
	return row;
}

export async function setItemCorrected(tx: Db, id: number, correction: Correction): Promise<void> {
	await tx.update(items).set(correction).where(eq(items.id, id));
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
		.returning(MODERATED_COLUMNS);
}

/** Items that their owners have removed are among them. */
function isNotDeleted(ids: readonly number[]): SQL | undefined {
	return and(inArray(items.id, [...ids]), or(isNull(items.deletedAt), isRemoved(items)));
}
