import {
	and,
	count,
	desc,
	eq,
	getTableColumns,
	inArray,
	isNotNull,
	isNull,
	not,
	type SQL,
	sql,
} from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { pick } from '#contract/core/pick.ts';
import { type Alert, SEARCH_LIMITS } from '#contract/searches/facts.ts';
import { SAVED_FILTER_NAMES, type SavedFilterName } from '#contract/searches/saved-filters.ts';
import { type Db, insertedRow } from '#server/db/client.ts';
import { isPublic } from '#server/db/expressions.ts';
import { lockRows } from '#server/db/locks.ts';
import { categories } from '#server/db/schema/catalogue.ts';
import { filterKey, savedSearches } from '#server/db/schema/saved-searches.ts';
import { users } from '#server/db/schema/users.ts';

/** The filters of a search, as stored. */
export type SavedFilters = Pick<typeof savedSearches.$inferSelect, SavedFilterName>;

/** The columns of the filters, for selects. */
export const SAVED_FILTER_COLUMNS = pick(getTableColumns(savedSearches), SAVED_FILTER_NAMES);

/** The values of a new search. */
export type NewSearch = SavedFilters &
	Pick<typeof savedSearches.$inferSelect, 'wordQuery' | 'compiledWith' | 'alert'>;

/**
 * Locks the user's row until the transaction ends: concurrent saves of the user, and erasure, must wait.
 * @returns false if the account is banned or erased
 */
export async function lockOwner(db: Db, userId: number): Promise<boolean> {
	const locked = await db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, userId), isPublic(users)))
		.for('no key update');
	return locked.length === 1;
}

/**
 * Inserts a search. If the user already has a search with the same filters, returns that one unchanged. `isRemoved`
 * is true if its owner has removed it.
 */
export async function insertSearch(
	db: Db,
	userId: number,
	search: NewSearch,
): Promise<{ id: number; categoryId: number | null; isNew: boolean; isRemoved: boolean }> {
	const { category } = search;
	const categoryId = category
		? sql<number>`(select ${categories.id} from ${categories} where ${categories.name} = ${category})`
		: null;
	const rows = await db
		.insert(savedSearches)
		.values({ ...search, userId, categoryId })
		.onConflictDoUpdate({
			target: [savedSearches.userId, ...filterKey(savedSearches)],
			// Changes nothing; without an update, `returning` would leave out the existing row.
			set: { userId },
		})
		.returning({
			id: savedSearches.id,
			categoryId: savedSearches.categoryId,
			// `xmax` is 0 for a row that was just inserted, as no transaction has locked or changed it.
			isNew: sql<boolean>`${savedSearches}.xmax = 0`,
			isRemoved: sql<boolean>`${savedSearches.removedAt} is not null`,
		});
	return insertedRow(rows);
}

export async function countSearches(db: Db, userId: number): Promise<number> {
	const [row] = await db.select({ count: count() }).from(savedSearches).where(isInListOf(userId));
	return row?.count ?? 0;
}

/** SQL condition: the search belongs to this user and is not removed. */
export const isInListOf = (userId: number) =>
	and(eq(savedSearches.userId, userId), isNull(savedSearches.removedAt));

/** SQL condition: the search has this id, belongs to this user and is not removed. */
export const isOwn = (id: number, userId: number) =>
	and(eq(savedSearches.id, id), isInListOf(userId));

/** Locks a search until the transaction ends. @returns its alert; undefined if it is not in this user's list */
export async function lockAlert(db: Db, id: number, userId: number): Promise<Alert | undefined> {
	const [row] = await db
		.select({ alert: savedSearches.alert })
		.from(savedSearches)
		.where(isOwn(id, userId))
		.for('update');
	return row?.alert;
}

/** @returns false when no search fulfils the condition */
async function updateSearch(
	db: Db,
	values: PgUpdateSetSource<typeof savedSearches>,
	condition: SQL | undefined,
): Promise<boolean> {
	const changed = await db
		.update(savedSearches)
		.set(values)
		.where(condition)
		.returning({ id: savedSearches.id });
	return changed.length === 1;
}

/** @returns false when the search is not in this user's list */
export function setOpened(db: Db, id: number, userId: number): Promise<boolean> {
	return updateSearch(db, { openedAt: sql`now()` }, isOwn(id, userId));
}

/** SQL condition: the search was removed so long ago that the removal can no longer be undone. */
const IS_REMOVAL_FINAL = sql`coalesce(${savedSearches.removedAt} < now() - interval '1 hour', false)`;

/** @returns false when the search is not in this user's list */
export function setRemoved(db: Db, id: number, userId: number): Promise<boolean> {
	return updateSearch(db, { removedAt: sql`now()` }, isOwn(id, userId));
}

/** @returns false when the search is not this user's or was removed too long ago; true also if it was not removed */
export function clearRemoved(db: Db, id: number, userId: number): Promise<boolean> {
	const isKept = and(
		eq(savedSearches.id, id),
		eq(savedSearches.userId, userId),
		not(IS_REMOVAL_FINAL),
	);
	return updateSearch(db, { removedAt: null }, isKept);
}

export async function deleteSearch(db: Db, id: number): Promise<void> {
	await db.delete(savedSearches).where(eq(savedSearches.id, id));
}

/**
 * Deletes the removed searches of a user except the newest SEARCH_LIMITS.perPerson, so that a user cannot fill the
 * table.
 */
export async function deleteEarlierRemoved(tx: Db, userId: number): Promise<void> {
	const earlier = tx
		.select({ id: savedSearches.id })
		.from(savedSearches)
		.where(and(eq(savedSearches.userId, userId), isNotNull(savedSearches.removedAt)))
		.orderBy(desc(savedSearches.removedAt), desc(savedSearches.id))
		.offset(SEARCH_LIMITS.perPerson);
	await deleteInOrder(tx, inArray(savedSearches.id, earlier));
}

/** Deletes removed searches permanently, once the removal can no longer be undone. */
export async function deleteRemoved(db: Db): Promise<void> {
	// Locks in order of id, like `setDue`, so that the two transactions do not deadlock.
	const finallyRemoved = db
		.select({ id: savedSearches.id })
		.from(savedSearches)
		.where(IS_REMOVAL_FINAL)
		.orderBy(savedSearches.id)
		.for('update', { skipLocked: true });
	await db.delete(savedSearches).where(inArray(savedSearches.id, finallyRemoved));
}

export async function deleteSearches(tx: Db, userId: number): Promise<void> {
	await deleteInOrder(tx, eq(savedSearches.userId, userId));
}

/** Deletes searches; first locks them in order of id, like `setDue`, so that the two transactions do not deadlock. */
async function deleteInOrder(tx: Db, condition: SQL): Promise<void> {
	const locked = await lockRows(tx, savedSearches, condition);
	if (locked.length === 0) return;
	await tx.delete(savedSearches).where(inArray(savedSearches.id, locked));
}
