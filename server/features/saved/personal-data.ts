import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { asc, eq } from '#server/db/drizzle.ts';
import { savedItems } from '#server/db/schema/saved-items.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';
import { deleteAllSaved } from './queries.ts';

export async function exportOf(db: Db, userId: number): Promise<Pick<PersonalData, 'savedItems'>> {
	const saved = await db
		.select({
			itemId: savedItems.itemId,
			savedAt: savedItems.savedAt,
			savedPrice: savedItems.savedPrice,
			notifiedPrice: savedItems.notifiedPrice,
			notifiedAt: savedItems.notifiedAt,
		})
		.from(savedItems)
		.where(eq(savedItems.userId, userId))
		.orderBy(asc(savedItems.savedAt), asc(savedItems.itemId));
	return { savedItems: saved.map(withIsoDates) };
}

/**
 * Deletes the user's saved items. Other users' lists keep this user's items, marked as removed, with titles that
 * items/personal-data.ts erases.
 */
export async function erase(tx: Db, userId: number): Promise<void> {
	await deleteAllSaved(tx, userId);
}
