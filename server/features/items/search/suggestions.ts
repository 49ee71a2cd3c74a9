import { searchTerms } from '#contract/catalogue/search-words.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type ItemRow, listOnSaleByIds } from '#server/features/items/queries.ts';
import { candidateQuery } from './fuzzy.ts';
import { findSpellingCandidates } from './fuzzy-queries.ts';
import { listTitles, type TitleOnSale } from './suggestion-queries.ts';
import type { Synonyms } from './synonyms.ts';
import { allOf, allWordsInTitle, compileQuery } from './tsqueries.ts';

/** Titles on sale that match the typed text; when there are none, titles that match its corrected spelling. */
export async function suggestTitles(
	db: Db,
	text: string | undefined,
	limit: number | undefined,
	synonyms: Synonyms,
): Promise<TitleOnSale[]> {
	const terms = searchTerms(text ?? '');
	if (terms.length === 0) return [];
	const typed = terms.join(' ');
	const maxTitles = Math.min(limit ?? ITEM_LIMITS.suggestionsMax, ITEM_LIMITS.suggestionsMax);
	const typedQuery = await compileQuery(db, allWordsInTitle(terms, synonyms));
	const titles = await listTitles(db, typedQuery, typed, maxTitles);
	if (titles.length > 0) return titles;
	const queries = (await findSpellingCandidates(db, terms, synonyms))
		.map((candidate) => candidateQuery(candidate, synonyms))
		.filter((query) => query !== undefined);
	// A term that has neither matches nor corrections leaves no title to suggest.
	return queries.length < terms.length
		? []
		: listTitles(db, await compileQuery(db, allOf(queries)), typed, maxTitles);
}

/** A title on sale, with its item when no other item has the title. */
export interface SuggestedTitle extends TitleOnSale {
	row: ItemRow | undefined;
}

/** Adds the item to each title that only one item has. */
export async function attachItems(
	db: Db,
	titles: readonly TitleOnSale[],
): Promise<SuggestedTitle[]> {
	const rows = await listOnSaleByIds(
		db,
		titles.flatMap(({ itemId }) => itemId ?? []),
	);
	return titles.map((title) => ({ ...title, row: rows.find(({ id }) => id === title.itemId) }));
}
