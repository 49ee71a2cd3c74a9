import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { matchPosted } from '#server/features/searches/jobs.ts';

/** Matches new items with the saved searches, as the job does. */
export function matchNewItems(db: Db, itemIds: readonly number[]): Promise<void> {
	return matchPosted({ db, timeZone: 'UTC' }, itemIds);
}

/** The ids of the items that were found for a saved search, in order. */
export async function matchedItems(db: Db, searchId: number): Promise<number[]> {
	const { rows } = await db.execute<{ id: number }>(sql`
		select item_id as id from saved_search_matches where search_id = ${searchId} order by item_id`);
	return rows.map(({ id }) => id);
}
