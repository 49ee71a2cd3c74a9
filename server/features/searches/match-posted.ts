import type { Db } from '#server/db/client.ts';
import { insertMatches } from './match-queries.ts';
import { nextDailyAlert } from './rules.ts';

/**
 * Stores which saved searches new items match, and sets when their owners are notified. Idempotent: each item is
 * stored once per search.
 */
export async function matchPosted(
	{ db, timeZone }: { db: Db; timeZone: string },
	itemIds: readonly number[],
	now = new Date(),
): Promise<void> {
	await insertMatches(db, itemIds, { now, nextDaily: nextDailyAlert(now, timeZone) });
}
