import type { Db } from '#server/db/client.ts';
import { insertMatches } from './match-queries.ts';
import { nextDailyAlert } from './rules.ts';

/**
 * Finds the saved searches that new items match, and sets when their owners are told. Repeatable: an item counts once
 * for a search.
 */
export async function matchPosted(
	{ db, timeZone }: { db: Db; timeZone: string },
	itemIds: readonly number[],
	now = new Date(),
): Promise<void> {
	await insertMatches(db, itemIds, { now, nextDaily: nextDailyAlert(now, timeZone) });
}
