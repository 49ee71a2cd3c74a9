import type { Db } from '#server/db/client.ts';
import { insertMatches } from './match-queries.ts';
import { nextDailyAlert } from './rules.ts';

/** Items compared in one statement. */
const BATCH_SIZE = 100;

/**
 * Finds the saved searches that new items match, and sets when their owners are told. Repeatable: an item counts once
 * for a search.
 */
export async function matchPosted(
	{ db, timeZone }: { db: Db; timeZone: string },
	itemIds: readonly number[],
	now = new Date(),
): Promise<void> {
	const times = { now, nextDaily: nextDailyAlert(now, timeZone) };
	for (let from = 0; from < itemIds.length; from += BATCH_SIZE) {
		await insertMatches(db, itemIds.slice(from, from + BATCH_SIZE), times);
	}
}
