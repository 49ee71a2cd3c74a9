import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { items, titleWords } from '#server/db/schema/items.ts';
import { ON_SALE } from './conditions.ts';

/**
 * Words per deletion. Writers of items wait while the words are checked again under the lock, which takes some tens of
 * milliseconds.
 */
const BATCH_SIZE = 200;
/**
 * The longest time that our lock request waits, for example for a vacuum that does not yield. Writers of items queue
 * behind the request.
 */
const LOCK_TIMEOUT_MS = 100;

/** Looked up in `items_filtered_idx`, word by word: reading all titles takes minutes with a million items. */
const IS_UNUSED = sql`not exists (
	select from ${items}
	where ${ON_SALE} and ${items.search} @@ plainto_tsquery('simple', ${titleWords.word}))`;

/**
 * Deletes title words that no item on sale has any more, so that no word of a seller remains after their items are
 * gone.
 * @returns the number of deleted words
 */
export async function deleteUnusedTitleWords(db: Db): Promise<number> {
	const unused = await listUnused(db);
	let deletedCount = 0;
	for (let from = 0; from < unused.length; from += BATCH_SIZE)
		deletedCount += await deleteUnused(db, unused.slice(from, from + BATCH_SIZE));
	return deletedCount;
}

/**
 * Leaves the planner only the bitmap scan of the search index: its estimate is wrong for words that are not yet in
 * the statistics.
 */
async function forceIndexScan(tx: Db): Promise<void> {
	await tx.execute(sql`set local enable_seqscan = off`);
	await tx.execute(sql`set local enable_indexscan = off`);
}

function listUnused(db: Db): Promise<string[]> {
	return db.transaction(async (tx) => {
		await forceIndexScan(tx);
		const { rows } = await tx.execute<{ word: string }>(sql`
			select word from ${titleWords} where ${IS_UNUSED}`);
		return rows.map(({ word }) => word);
	});
}

/**
 * Checks the words again under a lock that blocks writes to items: an item with one of the words may just have come
 * on sale, without adding the word, because the word still existed.
 * @throws DrizzleQueryError when the lock is not granted within LOCK_TIMEOUT_MS; the job is then retried
 */
function deleteUnused(db: Db, words: readonly string[]): Promise<number> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`set local lock_timeout = ${sql.raw(String(LOCK_TIMEOUT_MS))}`);
		await tx.execute(sql`lock table ${items} in share mode`);
		await forceIndexScan(tx);
		const { rowCount } = await tx.execute(sql`
			delete from ${titleWords} where word = any(${sql.param(words)}::text[]) and ${IS_UNUSED}`);
		return rowCount ?? 0;
	});
}
