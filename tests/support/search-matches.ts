import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/** The ids of the items that were found for a saved search, in order. */
export async function matchedItems(db: Db, searchId: number): Promise<number[]> {
	const { rows } = await db.execute<{ id: number }>(sql`
		select item_id as id from saved_search_matches where search_id = ${searchId} order by item_id`);
	return rows.map(({ id }) => id);
}
