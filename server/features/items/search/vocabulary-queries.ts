import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { items, titleWords } from '#server/db/schema/items.ts';
import { ON_SALE } from './conditions.ts';

/** Writers of items wait while so many words are looked up once more: some tens of milliseconds. */
const BATCH_SIZE = 200;
/** For as long they wait besides where something keeps the table, such as a vacuum, which would not end for us. */
const LOCK_TIMEOUT_MS = 100;

/**
 * Forgets the words of titles that are no longer on sale, so that nothing a person wrote outlives their items there. Each word
 * is looked up by the index, not each title for its words: that takes minutes of a million.
 * @returns how many were forgotten
 */
export async function deleteUnusedTitleWords(db: Db): Promise<number> {
	let deletedCount = 0;
	let words = await listWordsAfter(db, '');
	while (words.length > 0) {
		const unused = await listUnused(db, words);
		if (unused.length > 0) deletedCount += await deleteUnused(db, unused);
		words = await listWordsAfter(db, words.at(-1) ?? '');
	}
	return deletedCount;
}

async function listWordsAfter(db: Db, last: string): Promise<string[]> {
	const { rows } = await db.execute<{ word: string }>(sql`
		select word from ${titleWords} where word > ${last} order by word limit ${BATCH_SIZE}`);
	return rows.map(({ word }) => word);
}

const isUnused = (words: readonly string[]) => sql`
	word in (select json_array_elements_text(${JSON.stringify(words)}::json))
	and not exists (
		select from ${items}
		where ${ON_SALE} and ${items.search} @@ plainto_tsquery('simple', ${titleWords.word}))`;

/** By the index of words, whatever the planner expects of words that it does not know yet. */
async function forceIndexScan(tx: Db): Promise<void> {
	await tx.execute(sql`set local enable_seqscan = off`);
	await tx.execute(sql`set local enable_indexscan = off`);
}

function listUnused(db: Db, words: readonly string[]): Promise<string[]> {
	return db.transaction(async (tx) => {
		await forceIndexScan(tx);
		const { rows } = await tx.execute<{ word: string }>(sql`
			select word from ${titleWords} where ${isUnused(words)}`);
		return rows.map(({ word }) => word);
	});
}

/**
 * Looks again while nobody can put an item on sale: whoever just did with such a word has not added it anew.
 * @throws DrizzleQueryError where that can't be had shortly; the job is tried again
 */
function deleteUnused(db: Db, words: readonly string[]): Promise<number> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`set local lock_timeout = ${sql.raw(String(LOCK_TIMEOUT_MS))}`);
		await tx.execute(sql`lock table ${items} in share mode`);
		await forceIndexScan(tx);
		const { rowCount } = await tx.execute(sql`delete from ${titleWords} where ${isUnused(words)}`);
		return rowCount ?? 0;
	});
}
