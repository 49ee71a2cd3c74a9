import { inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { savedSearchAnchors, savedSearches } from '#server/db/schema/saved-searches.ts';
import { PREFIX_MARK } from '#server/features/items/matching/queries.ts';
import type { WordFrequency } from './anchors.ts';

/**
 * Reads from PostgreSQL's statistics how common words are among the items. The statistics list the most common words;
 * all other words count as rare. A marked prefix has the sum of all words that begin with it.
 */
export async function findWordFrequencies(db: Db): Promise<WordFrequency> {
	const { rows } = await db.execute<{ word: string; frequency: number }>(sql`
		select word, frequency from pg_stats,
			unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, frequency)
		where schemaname = 'public' and tablename = 'items' and attname = 'search' and word is not null`);
	const frequencies = new Map(rows.map(({ word, frequency }) => [word, frequency]));
	return (word) => {
		if (!word.startsWith(PREFIX_MARK)) return frequencies.get(word) ?? 0;
		const withPrefix = rows.filter((row) => row.word.startsWith(word.slice(PREFIX_MARK.length)));
		return withPrefix.reduce((total, { frequency }) => total + frequency, 0);
	};
}

export interface SearchAnchors {
	searchId: number;
	anchors: readonly string[];
}

export async function insertAnchors(db: Db, all: readonly SearchAnchors[]): Promise<void> {
	const rows = all.flatMap(({ searchId, anchors }) =>
		anchors.map((anchor) => ({ searchId, anchor })),
	);
	if (rows.length > 0) await db.insert(savedSearchAnchors).values(rows);
}

/** A search whose words must be compiled again. */
interface OutdatedSearch {
	id: number;
	words: string;
	subject: string | null;
	categoryId: number | null;
}

/**
 * Locks the next searches whose words were compiled with another version of the search words or subject codes. Skips
 * searches that another transaction has locked.
 */
export async function lockOutdated(
	db: Db,
	compiledWith: string,
	limit: number,
): Promise<OutdatedSearch[]> {
	return db
		.select({
			id: savedSearches.id,
			words: sql<string>`${savedSearches.words}`,
			subject: savedSearches.subject,
			categoryId: savedSearches.categoryId,
		})
		.from(savedSearches)
		.where(
			sql`${savedSearches.words} is not null and ${savedSearches.compiledWith} <> ${compiledWith}`,
		)
		.orderBy(savedSearches.id)
		.limit(limit)
		.for('no key update', { skipLocked: true });
}

/** Replaces the compiled words and the anchors of these searches. */
export async function setCompiled(
	db: Db,
	compiledWith: string,
	searches: readonly (SearchAnchors & { wordQuery: string })[],
): Promise<void> {
	const ids = searches.map(({ searchId }) => searchId);
	await db.execute(sql`
		update ${savedSearches} set word_query = compiled.query::tsquery, compiled_with = ${compiledWith}
		from unnest(
			${sql.param(ids)}::int[], ${sql.param(searches.map(({ wordQuery }) => wordQuery))}::text[]
		) as compiled (id, query)
		where ${savedSearches.id} = compiled.id`);
	await db.delete(savedSearchAnchors).where(inArray(savedSearchAnchors.searchId, ids));
	await insertAnchors(db, searches);
}
