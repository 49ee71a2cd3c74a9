import type { SQL } from 'drizzle-orm';
import { searchTerms } from '#contract/catalogue/search-words.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type ItemRow, listOnSaleByIdsInOrder } from '#server/features/items/queries.ts';
import { findSpellingCandidates, type SpellingCandidate } from './fuzzy-queries.ts';
import type { Filters } from './listing.ts';
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

/** The help shown when a search finds nothing. */
export interface FuzzyMatches {
	/** Similar items, best first; at most eight. */
	rows: ItemRow[];
	/** A corrected search text that finds something in the same listing. */
	didYouMean: string | undefined;
}

/**
 * The closest matches for words that found nothing. Items with all corrected words come before items with any of them.
 * Both kinds are searched for in the listing's category first, then in all categories.
 */
export async function findFuzzyMatches(
	db: Db,
	words: string,
	filters: Filters,
	synonyms: Synonyms,
): Promise<FuzzyMatches> {
	const candidates = await findSpellingCandidates(db, searchTerms(words), synonyms);
	const parts = candidates
		.map((candidate) => candidateQuery(candidate, synonyms))
		.filter((query) => query !== undefined);
	const queries = await compileQueries(db, parts.length > 0 ? [allOf(parts), anyOf(parts)] : []);
	const { category } = filters;
	const scopes = category === undefined ? [{}] : [{ category }, {}];
	const attempts = queries.flatMap((query) => scopes.map((scope) => ({ ...scope, query })));
	const rows = await listOnSaleByIdsInOrder(db, await findFirstMatches(db, attempts));
	return { rows, didYouMean: await correctSpelling(db, candidates, filters, synonyms) };
}

/** The ids of the items that the attempts find, in the order of the attempts. Stops as soon as there are enough. */
async function findFirstMatches(db: Db, attempts: readonly Filters[]): Promise<number[]> {
	const limit = ITEM_LIMITS.nearestMax;
	const ids = new Set<number>();
	for (const filters of attempts) {
		if (ids.size >= limit) break;
		const { matches } = await findOnSale(db, { ...filters, sort: 'newest', limit });
		for (const { id } of matches) ids.add(id);
	}
	return [...ids].slice(0, limit);
}

/** The words with corrected spelling; undefined when a word has no correction or the corrected words find nothing. */
async function correctSpelling(
	db: Db,
	candidates: readonly SpellingCandidate[],
	filters: Filters,
	synonyms: Synonyms,
): Promise<string | undefined> {
	const words = candidates.map(({ term, isFound, corrections: [best] }) => (isFound ? term : best));
	if (candidates.every(({ isFound }) => isFound) || words.includes(undefined)) return undefined;
	const corrected = words.join(' ');
	const { matches } = await findOnSale(db, {
		...filters,
		query: await compileQuery(db, allWords(corrected, synonyms)),
		sort: 'newest',
		limit: 1,
	});
	return matches.length > 0 ? corrected : undefined;
}

/** The query for a term or its corrections; undefined for a term that has neither matches nor corrections. */
export function candidateQuery(
	{ term, isLast, isFound, corrections: words }: SpellingCandidate,
	synonyms: Synonyms,
): SQL | undefined {
	if (isFound) return singleWord(term, isLast, synonyms);
	return words.length > 0 ? anyOf(words.map(exact)) : undefined;
}
