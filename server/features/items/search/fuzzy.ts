import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type ItemRow, listInOrder } from '#server/features/items/queries.ts';
import { allOf, anyOf, everyWord, exactly, oneWord, workOut, workOutAll } from './conditions.ts';
import { findMeanings, type Meaning } from './fuzzy-queries.ts';
import type { Filters } from './listing.ts';
import { findOnSale } from './listing-queries.ts';
import { searchTerms } from './terms.ts';

/** What helps where nothing was found. */
export interface Nearest {
	/** Best first; at most eight. */
	rows: ItemRow[];
	/** Words that do find something in the very listing that had nothing. */
	didYouMean: string | undefined;
}

/**
 * What comes nearest to words that found nothing: all of them as they may have been meant, then any of them; in the
 * listing's category first, then in every other.
 */
export async function nearestTo(db: Db, words: string, filters: Filters): Promise<Nearest> {
	const meanings = await findMeanings(db, searchTerms(words));
	const parts = meanings.map(queryOf).filter((query) => query !== undefined);
	const queries = await workOutAll(db, parts.length > 0 ? [allOf(parts), anyOf(parts)] : []);
	const { category } = filters;
	const places = category === undefined ? [{}] : [{ category }, {}];
	const attempts = queries.flatMap((query) => places.map((place) => ({ ...place, query })));
	const rows = await listInOrder(db, await firstFound(db, attempts));
	return { rows, didYouMean: await betterWords(db, meanings, filters) };
}

/** Items that the attempts find, those of an earlier one first, until there are enough. */
async function firstFound(db: Db, attempts: readonly Filters[]): Promise<number[]> {
	const limit = ITEM_LIMITS.nearest;
	const ids = new Set<number>();
	for (const filters of attempts) {
		if (ids.size >= limit) break;
		const { places } = await findOnSale(db, { ...filters, sort: 'newest', limit });
		for (const { id } of places) ids.add(id);
	}
	return [...ids].slice(0, limit);
}

/** The same words with their spelling put right; undefined where that isn't possible, or doesn't help. */
async function betterWords(
	db: Db,
	meanings: readonly Meaning[],
	filters: Filters,
): Promise<string | undefined> {
	const words = meanings.map(({ term, isFound, words: [best] }) => (isFound ? term : best));
	if (meanings.every(({ isFound }) => isFound) || words.includes(undefined)) return undefined;
	const better = words.join(' ');
	const { places } = await findOnSale(db, {
		...filters,
		query: await workOut(db, everyWord(better)),
		sort: 'newest',
		limit: 1,
	});
	return places.length > 0 ? better : undefined;
}

/** Undefined for a word that means nothing here. */
export function queryOf({ term, isLast, isFound, words }: Meaning) {
	if (isFound) return oneWord(term, isLast);
	return words.length > 0 ? anyOf(words.map(exactly)) : undefined;
}
