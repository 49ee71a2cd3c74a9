import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { items, titleWords } from '#server/db/schema/items.ts';
import type { CatalogueLookup } from '#server/features/catalogue/catalogue.ts';
import type { SearchVocabulary } from '#server/features/catalogue/queries.ts';
import {
	type FilterQuery,
	type Filters,
	filtersOf,
	ITEM_CONDITIONS,
	ON_SALE,
	SELLER_VISIBLE,
} from '#server/features/items/search/conditions.ts';
import {
	allWords,
	compileQueries,
	stemmed,
	synonymsIn,
	synonymsOf,
} from '#server/features/items/search/tsqueries.ts';

/*
 * Saved searches are stored and compared with items that are posted later. They use the same filter conditions as
 * listings (server/features/items/search/conditions.ts).
 */

/**
 * The filters of a stored search. A search cannot be stored with a seller, or without reserved items; one of a semester
 * finds the items that name a subject.
 */
type StoredFilters = Omit<Filters, 'sellerId' | 'reserved' | 'courseOrGeneral' | 'general'>;

/**
 * The filters that are compared. `subject` is not among them: in a stored search with a subject, the list `course` has
 * at most the code of this subject.
 */
type StoredFilterName = Exclude<keyof StoredFilters, 'subject'>;

/** The columns in which a stored search has each filter. */
export type FilterColumns = Readonly<Record<StoredFilterName, { isSet: SQL; value: SQL }>>;

/**
 * The filters of a listing, with the search text compiled for storage.
 * @returns undefined for an unknown category
 * @throws AppError invalid for a subject or a branch that the catalogue does not have
 */
export async function compileFilters(
	db: Db,
	catalogue: CatalogueLookup,
	{ q, ...query }: FilterQuery,
): Promise<StoredFilters | undefined> {
	const filters = await filtersOf(db, catalogue, query);
	if (!filters || !q) return filters;
	const [compiled] = await compileQueries(db, [allWords(q, synonymsIn(catalogue), markedPrefix)]);
	return { ...filters, query: compiled };
}

/** Compiles each search text to the text of a `tsquery`, to be stored. */
export function compileWords(
	db: Db,
	texts: readonly string[],
	vocabulary: SearchVocabulary,
): Promise<string[]> {
	const synonyms = synonymsOf(vocabulary);
	return compileQueries(
		db,
		texts.map((text) => allWords(text, synonyms, markedPrefix)),
	);
}

/** The first character of a marked prefix; no indexed word begins with it. */
const PREFIX_MARK = '*';

/**
 * Matches the last word of a stored search, in any form or as a prefix. Items that are posted later can add title words
 * with this prefix: the query therefore contains the marked prefix, and `selectWithMarks` adds the marks of the prefixes
 * of an item's words. For "calc" the query is `'calc' | '*calc'`, and an item titled "Calculator" has the mark `*calc`.
 */
function markedPrefix(term: string): SQL {
	const mark = sql`${PREFIX_MARK}::text || lower(without_accents(${term}))`;
	const escaped = sql`replace(replace(${mark}, ${'\\'}, ${'\\\\'}), '''', '''''')`;
	return sql`(${stemmed(term)} || ('''' || ${escaped} || '''')::tsquery)`;
}

/** SQL condition: the item in the row `items` matches the filters in these columns. */
export function matchesColumns(columns: Partial<FilterColumns>): SQL {
	const stored = Object.entries(columns) as [StoredFilterName, FilterColumns[StoredFilterName]][];
	const conditions = stored.map(
		([name, { isSet, value }]) => sql`(not ${isSet} or ${ITEM_CONDITIONS[name].matches(value)})`,
	);
	return sql.join(conditions, sql` and `);
}

/** A listing expands a prefix to at most this many title words (SQL function `beginning_with`, migration 0001). */
const NAMED_WORDS_MAX = 40;

/**
 * Selects those of the items that are on sale, with the columns that the filters of stored searches read. `search`
 * also has the marks of all prefixes of its words by which a listing would find the item.
 */
export function selectWithMarks(itemIds: readonly number[]): SQL {
	return sql`
		select ${items.id}, ${items.sellerId}, ${items.price}, ${items.category}, ${items.condition},
			${items.subjects}, ${items.createdAt}, ${items.title},
			${items.search} || array_to_tsvector(marked.marks) as search
		from ${items} cross join lateral (
			select coalesce(array_agg(distinct ${PREFIX_MARK}::text || beginning), '{}') as marks
			from unnest(tsvector_to_array(${items.search})) as lexeme
			cross join generate_series(1, char_length(lexeme)) as length
			cross join lateral (select left(lexeme, length) collate "C" as beginning) as cut
			where ${isTitleWord(sql`lexeme`)} or ${beginsManyTitleWords(sql`beginning`)}
		) as marked
		where ${items.id} = any(${sql.param(itemIds)}::int[]) and ${ON_SALE} and ${SELLER_VISIBLE}`;
}

function isTitleWord(word: SQL): SQL {
	return sql`exists (select from ${titleWords} where ${titleWords.word} = ${word} collate "C")`;
}

/**
 * If more than NAMED_WORDS_MAX title words begin with a prefix, a listing matches every word that begins with it, in
 * titles or not.
 */
function beginsManyTitleWords(beginning: SQL): SQL {
	return sql`(
		select count(*) > ${NAMED_WORDS_MAX} from (
			select from ${titleWords}
			where ${titleWords.word} >= ${beginning} and ${titleWords.word} < ${beginning} || chr(1114111)
			limit ${NAMED_WORDS_MAX + 1}
		) as begun)`;
}
