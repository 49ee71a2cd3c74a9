import { SAVED_LIMITS } from '#contract/saved/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, desc, eq, inArray, ne, type SQL, sql } from '#server/db/drizzle.ts';
import { fromMicroseconds, isPublic, toMicroseconds } from '#server/db/expressions.ts';
import { prepareStatement } from '#server/db/prepared-statements.ts';
import { items } from '#server/db/schema/items.ts';
import { savedItems } from '#server/db/schema/saved-items.ts';
import { users } from '#server/db/schema/users.ts';
import type { SavedPosition } from './cursor.ts';

/**
 * Saves those of the items that are public, of another seller and not saved yet, up to the limit; the first id counts
 * as the newest. The caller has locked the user's row, so that the count is exact.
 * @returns the ids of the newly saved items
 */
export async function insertSaved(
	db: Db,
	userId: number,
	itemIds: readonly number[],
): Promise<number[]> {
	const { rows } = await db.execute<{ itemId: number }>(sql`
		insert into ${savedItems} (user_id, item_id, saved_at, saved_price)
		select ${userId}::int, ${items.id}, now() - sent.position * interval '1 microsecond', ${items.price}
		from unnest(${sql.param([...itemIds])}::int[]) with ordinality as sent (item_id, position)
		join ${items} on ${items.id} = sent.item_id
		join ${users} on ${users.id} = ${items.sellerId}
		where ${isSavableBy(userId)}
			and not exists (
				select from ${savedItems} as known
				where known.user_id = ${userId} and known.item_id = ${items.id}
			)
		order by sent.position
		limit greatest(0, ${SAVED_LIMITS.itemsMax}::int - (
			select count(*) from ${savedItems} as known where known.user_id = ${userId}
		))
		returning item_id as "itemId"`);
	return rows.map(({ itemId }) => itemId);
}

/** Whether one of the items could be saved by the user, if there were no limit. */
export async function hasSavable(
	db: Db,
	userId: number,
	itemIds: readonly number[],
): Promise<boolean> {
	if (itemIds.length === 0) return false;
	const savable = await db
		.select({ id: items.id })
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(and(inArray(items.id, [...itemIds]), isSavableBy(userId)))
		.limit(1);
	return savable.length === 1;
}

/** Matches public items of other sellers. */
const isSavableBy = (userId: number) => and(ne(items.sellerId, userId), isPublic(items, users));

export async function deleteSaved(db: Db, userId: number, itemId: number): Promise<void> {
	await db.delete(savedItems).where(isSavedItem(userId, [itemId]));
}

export async function deleteAllSaved(db: Db, userId: number): Promise<void> {
	await db.delete(savedItems).where(eq(savedItems.userId, userId));
}

/** Those of the items that the user has saved, in any order. */
export async function listSavedAmong(
	db: Db,
	userId: number,
	itemIds: readonly number[],
): Promise<number[]> {
	if (itemIds.length === 0) return [];
	const rows = await db
		.select({ itemId: savedItems.itemId })
		.from(savedItems)
		.where(isSavedItem(userId, itemIds));
	return rows.map(({ itemId }) => itemId);
}

function isSavedItem(userId: number, itemIds: readonly number[]): SQL | undefined {
	return and(eq(savedItems.userId, userId), inArray(savedItems.itemId, [...itemIds]));
}

/** The ids of all items that a user has saved, newest first; an index-only scan of `saved_items_newest_idx`. */
export async function listAllSavedIds(db: Db, userId: number): Promise<number[]> {
	const rows = await savedIds(db, { userId });
	return rows.map(({ itemId }) => itemId);
}

const savedIds = prepareStatement<{ itemId: number }>(
	'saved ids',
	sql`
	select item_id as "itemId" from ${savedItems} where user_id = ${sql.placeholder('userId')}
	order by saved_at desc, item_id desc`,
);

export interface SavedRow extends SavedPosition {
	/** The current title; the item may no longer be public. */
	title: string;
	/** Rupees. */
	savedPrice: number;
}

/** A page of a user's saved items, newest first. */
export async function listSaved(
	db: Db,
	userId: number,
	limit: number,
	after: SavedPosition | undefined,
): Promise<SavedRow[]> {
	return db
		.select({
			itemId: savedItems.itemId,
			title: items.title,
			savedPrice: savedItems.savedPrice,
			savedAtUs: toMicroseconds(savedItems.savedAt),
		})
		.from(savedItems)
		.innerJoin(items, eq(items.id, savedItems.itemId))
		.where(and(eq(savedItems.userId, userId), isAfter(after)))
		.orderBy(desc(savedItems.savedAt), desc(savedItems.itemId))
		.limit(limit);
}

function isAfter(after: SavedPosition | undefined): SQL | undefined {
	if (!after) return undefined;
	const savedAt = fromMicroseconds(after.savedAtUs);
	return sql`(${savedItems.savedAt}, ${savedItems.itemId}) < (${savedAt}, ${after.itemId}::int)`;
}
