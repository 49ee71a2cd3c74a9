import type { SQL } from 'drizzle-orm';
import { isTelling } from '#contract/catalogue/search-words.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type ItemRow, listOnSaleByIdsInOrder } from '#server/features/items/queries.ts';
import { listWithMostWords, type SpellingCandidate } from './fuzzy-queries.ts';
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
