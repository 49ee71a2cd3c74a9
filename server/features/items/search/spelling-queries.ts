import { isTelling } from '#contract/catalogue/search-words.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { type ItemRow, listOnSaleByIdsInOrder } from '#server/features/items/queries.ts';
import { type Filters, ON_SALE, SELLER_VISIBLE } from './conditions.ts';
import { findOnSale } from './listing-queries.ts';
import type { Synonyms } from './synonyms.ts';
import {
	allOf,
	allWords,
	anyOf,
	compileQueries,
	compileQuery,
	exact,
	singleWord,
} from './tsqueries.ts';

/** How many similarly spelled words to compare; the closest are kept. */
const CANDIDATES_MAX = 30;
const CORRECTIONS_MAX = 3;
/** Matches of all words but one, and of any word, that are compared; the newest. */
const COMPARED_MAX = 1000;

/** A search term with its possible corrections. */
interface SpellingCandidate {
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

/**
 * `words_like` selects similar words by trigrams (`title_words_spelling_idx`), with a low threshold: "chiar" and "chair"
 * have two of ten trigrams in common. The number of mistakes then decides.
 */
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
	const texts = await compileQueries(db, queries);
	if (texts.length === 0) return [];
	// `found` is materialized, because for a single row the planner would read the table from its start, expecting an
	// early match, instead of `items_filtered_idx`.
	const checks = texts.map(
		(query) => sql`exists (
			with found as materialized (
				select from ${items} where ${ON_SALE} and ${SELLER_VISIBLE} and ${items.search} @@ ${query}::tsquery)
			select from found)`,
	);
	const { rows } = await db.execute<{ answers: boolean[] }>(
		sql`select array[${sql.join(checks, sql`, `)}] as answers`,
	);
	return rows[0]?.answers ?? [];
}

/** A search in a corrected spelling, with its compiled query. */
interface CorrectedSearch {
	words: string;
	query: string;
}

/**
 * The words with corrected spelling; undefined when a word has no correction or the corrected words find nothing within
 * the filters.
 */
export async function correctSpelling(
	db: Db,
	candidates: readonly SpellingCandidate[],
	filters: Filters,
	synonyms: Synonyms,
): Promise<CorrectedSearch | undefined> {
	const terms = candidates.map(({ term, isFound, corrections: [best] }) => (isFound ? term : best));
	if (candidates.every(({ isFound }) => isFound) || terms.includes(undefined)) return undefined;
	const words = terms.join(' ');
	const query = await compileQuery(db, allWords(words, synonyms));
	const { matches } = await findOnSale(db, { ...filters, query, sort: 'newest', limit: 1 });
	return matches.length > 0 ? { words, query } : undefined;
}

/**
 * The items that have most of the words, for a search that finds nothing: in its category first, then those whose titles
 * have the words. Words such as 'new' count only if the search has no others. Of the search's filters, only the category
 * counts.
 */
export async function findClosest(
	db: Db,
	candidates: readonly SpellingCandidate[],
	category: string | undefined,
	synonyms: Synonyms,
): Promise<ItemRow[]> {
	const telling = candidates.filter(({ term }) => isTelling(term));
	const words = (telling.length > 0 ? telling : candidates)
		.map((candidate) => candidateQuery(candidate, synonyms))
		.filter((query) => query !== undefined);
	if (words.length === 0) return [];
	const allButOne = words.map((_, left) => allOf(words.filter((_, index) => index !== left)));
	const compiled = await compileQueries(db, [anyOf(words), anyOf(allButOne), ...words]);
	const [any = '', most = '', ...each] = compiled;
	return listOnSaleByIdsInOrder(
		db,
		await listWithMostWords(db, { any, most, each, category }, ITEM_LIMITS.nearestMax),
	);
}

/** The query for a term or its corrections; undefined for a term that has neither matches nor corrections. */
export function candidateQuery(
	{ term, isLast, isFound, corrections: words }: SpellingCandidate,
	synonyms: Synonyms,
): SQL | undefined {
	if (isFound) return singleWord(term, isLast, synonyms);
	return words.length > 0 ? anyOf(words.map(exact)) : undefined;
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
async function listWithMostWords(
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

/**
 * The number of letters to insert, delete, replace or swap with their neighbour to turn one spelling into the other
 * (optimal string alignment distance: each position is changed at most once).
 */
export function editDistance(one: string, other: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const costAt = (costs: readonly number[], index: number) => costs[index] ?? 0;
			const replaceCost = one[row - 1] === other[column - 1] ? 0 : 1;
			let least = Math.min(
				costAt(last, column) + 1,
				costAt(current, column - 1) + 1,
				costAt(last, column - 1) + replaceCost,
			);
			const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			if (isSwapped) least = Math.min(least, costAt(beforeLast, column - 2) + 1);
			current.push(least);
		}
		beforeLast = last;
		last = current;
	}
	return last.at(-1) ?? 0;
}

/**
 * The words that are close enough to the typed word, closest first. One mistake is allowed, and one more per four
 * letters, up to three.
 * @param typed the spelling of the typed word
 * @param isPrefix whether the typed word may be unfinished
 */
export function closestWords<Word extends { spelling: string }>(
	typed: string,
	words: readonly Word[],
	isPrefix: boolean,
): Word[] {
	const countMistakes = ({ spelling }: Word) => {
		const fullDistance = editDistance(typed, spelling);
		if (!isPrefix || typed.length < 4) return fullDistance;
		// Compare with the beginning of the word as well, one letter longer than the typed text, as a letter may be
		// missing. The 0.5 ranks a complete word first if it is equally close.
		return Math.min(fullDistance, editDistance(typed, spelling.slice(0, typed.length + 1)) + 0.5);
	};
	return words
		.map((word) => ({ word, mistakes: countMistakes(word) }))
		.filter(({ mistakes }) => mistakes <= Math.min(3, 1 + Math.floor(typed.length / 4)))
		.sort((first, second) => first.mistakes - second.mistakes)
		.map(({ word }) => word);
}
