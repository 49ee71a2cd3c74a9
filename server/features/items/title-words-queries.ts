import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { items, titleWords } from '#server/db/tables/items.ts';
import { ON_SALE } from './matching-queries.ts';

/** Writers of items wait while so many words are looked up once more: some tens of milliseconds. */
const BATCH = 200;

/**
 * Forgets the words of titles that are no longer on sale, so that nothing a person wrote outlives their items there.
 * @returns how many were forgotten
 */
export async function forgetTitleWords(db: Db): Promise<number> {
	const { rows } = await db.execute<{ word: string }>(sql`
		select word from ${titleWords} where word not in (
			select word from ${items}, words_of_title(${items.title}) as word where ${ON_SALE})`);
	const words = rows.map(({ word }) => word);
	let forgotten = 0;
	for (let from = 0; from < words.length; from += BATCH) {
		forgotten += await forget(db, words.slice(from, from + BATCH));
	}
	return forgotten;
}

/** Looks again while nobody can put an item on sale: whoever just did with such a word has not added it anew. */
function forget(db: Db, words: readonly string[]): Promise<number> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`lock table ${items} in share mode`);
		// By the index of words, whatever the planner expects of words that it does not know yet.
		await tx.execute(sql`set local enable_seqscan = off`);
		await tx.execute(sql`set local enable_indexscan = off`);
		const { rowCount } = await tx.execute(sql`
			delete from ${titleWords}
			where word in (select json_array_elements_text(${JSON.stringify(words)}::json))
				and not exists (
					select from ${items}
					where ${ON_SALE} and ${items.search} @@ plainto_tsquery('simple', ${titleWords.word}))`);
		return rowCount ?? 0;
	});
}
