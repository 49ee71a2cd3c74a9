import * as z from 'zod/mini';
import { id } from '#contract/core/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import { findItem } from '#server/features/items/queries.ts';
import { hasSavable, insertSaved, listSavedAmong } from './queries.ts';
import { refusalToSave } from './rules.ts';

/**
 * Saves an item for a user. An item that is already saved stays unchanged.
 * @throws AppError invalid for the user's own item; not_found for an item that is not public; conflict when the user
 * has saved SAVED_LIMITS.itemsMax items
 */
export async function saveItem(db: Db, userId: number, itemId: number): Promise<void> {
	const isSaved = (await saveWithinLimit(db, userId, [itemId])).length === 1;
	if (!isSaved) throw refusalToSave(await findItem(db, itemId), userId);
}

/**
 * Saves the items that a visitor saved before signing in. Skips invalid ids, unknown and own items, and items beyond
 * the limit.
 * @param sent item ids, the newest first, unchecked
 * @returns those of the sent ids that are now saved, in their order; `isFull` is true if one of the other ids could be
 * saved if there were no limit
 */
export async function saveItems(
	db: Db,
	userId: number,
	sent: readonly unknown[],
): Promise<{ ids: number[]; isFull: boolean }> {
	const sentIds = [...new Set(sent.flatMap((value) => z.safeParse(id, value).data ?? []))];
	const ids = new Set(await saveWithinLimit(db, userId, sentIds));
	const unsavedIds = sentIds.filter((itemId) => !ids.has(itemId));
	return { ids: [...ids], isFull: await hasSavable(db, userId, unsavedIds) };
}

/** @returns those of the ids that are saved afterwards, in the same order */
function saveWithinLimit(db: Db, userId: number, itemIds: readonly number[]): Promise<number[]> {
	return db.transaction(async (tx) => {
		// The lock makes concurrent requests of one user run one after another, so that they cannot exceed the limit.
		await lockUser(tx, userId);
		await insertSaved(tx, userId, itemIds);
		const saved = new Set(await listSavedAmong(tx, userId, itemIds));
		return itemIds.filter((itemId) => saved.has(itemId));
	});
}
