import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { closestWords } from './closest-words.ts';
import { ON_SALE, SELLER_VISIBLE } from './conditions.ts';
import type { Synonyms } from './synonyms.ts';
import { compileQueries, exact, singleWord } from './tsqueries.ts';

/** How many similarly spelled words to compare; the closest are kept. */
const CANDIDATES_MAX = 30;
const CORRECTIONS_MAX = 3;
/** Items that are checked for a term before all others. */
const NEWEST_ITEMS = 500;
/** Matches of all words but one, and of any word, that are compared; the newest. */
const COMPARED_MAX = 1000;

/** A search term with its possible corrections. */
export interface SpellingCandidate {
	term: string;
	/** Whether this is the last term, which may be unfinished. */
	isLast: boolean;
	/** Whether the term alone matches an item on sale. */
	isFound: boolean;
	/** Similar words from titles on sale, best first, at most three; empty if the term alone matches an item. */
	corrections: string[];
}

/**
 * Checks which terms match items on sale, and finds corrections of the others.
 * @param terms in the order in which they were typed
 */
export async function findSpellingCandidates(
	db: Db,
	terms: readonly string[],
	synonyms: Synonyms,
): Promise<SpellingCandidate[]> {
	const isLast = (index: number) => index === terms.length - 1;
	const queries = terms.map((term, index) => singleWord(term, isLast(index), synonyms));
	const hasMatches = await haveMatchesOnSale(db, queries);
	const corrections = await Promise.all(
		terms.map((term, index) => (hasMatches[index] ? [] : findCorrections(db, term, isLast(index)))),
	);
	return terms.map((term, index) => ({
		term,
		isLast: isLast(index),
		isFound: hasMatches[index] ?? false,
		corrections: corrections[index] ?? [],
	}));
}

async function findCorrections(db: Db, term: string, isLast: boolean): Promise<string[]> {
	const { rows } = await db.execute<{ word: string; spelling: string; given: string }>(sql`
		select word, spelling, spelling_of(${term}) as given from words_like(${term}, ${CANDIDATES_MAX})`);
	const closest = closestWords(rows[0]?.given ?? '', rows, isLast).map(({ word }) => word);
	// The table of title words may still have words of items that are no longer on sale.
	const onSale = await haveMatchesOnSale(db, closest.map(exact));
	return closest.filter((_, index) => onSale[index]).slice(0, CORRECTIONS_MAX);
}

/** For each query, whether anything on sale matches. */
async function haveMatchesOnSale(db: Db, queries: readonly SQL[]): Promise<boolean[]> {
	if (queries.length === 0) return [];
	const texts = await compileQueries(db, queries);
	// The newest items are checked first, because a common word has a long posting list in the search index. `found` is
	// materialized, because for a single row the planner would read the table from its start, expecting an early match.
	const checks = texts.map(
		(query) => sql`exists (select from newest where newest.search @@ ${query}::tsquery) or exists (
			with found as materialized (
				select from ${items} where ${ON_SALE} and ${SELLER_VISIBLE} and ${items.search} @@ ${query}::tsquery)
			select from found)`,
	);
	const { rows } = await db.execute<{ answers: boolean[] }>(sql`
		with newest as materialized (
			select ${items.search} from ${items} where ${ON_SALE} and ${SELLER_VISIBLE}
			order by ${items.id} desc limit ${NEWEST_ITEMS})
		select array[${sql.join(checks, sql`, `)}] as answers`);
	return rows[0]?.answers ?? [];
}

/** Compiled queries for the words of a search. */
interface SearchedWords {
	any: string;
	/** All words but one. */
	most: string;
	each: readonly string[];
	category: string | undefined;
}

/** Ids of the items on sale that have most of the words, best first. */
export async function listWithMostWords(
	db: Db,
	{ any, most, each, category }: SearchedWords,
	limit: number,
): Promise<number[]> {
	const matching = (query: string) => sql`(
		select ${items.id}, ${items.category}, ${items.search} from ${items}
		where ${ON_SALE} and ${SELLER_VISIBLE} and ${items.search} @@ ${query}::tsquery
		order by ${items.id} desc limit ${COMPARED_MAX})`;
	const wordCount = sql.join(
		each.map((query) => sql`(${items.search} @@ ${query}::tsquery)::int`),
		sql` + `,
	);
	const { rows } = await db.execute<{ id: number }>(sql`
		select ${items.id} from (${matching(most)} union ${matching(any)}) as ${items}
		order by ${wordCount} desc, (${items.category} = ${category ?? ''}) desc,
			ts_rank(${items.search}, ${any}::tsquery) desc, ${items.id} desc
		limit ${limit}`);
	return rows.map(({ id }) => id);
}
