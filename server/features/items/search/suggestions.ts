import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type ItemRow, listByNumber } from '#server/features/items/queries.ts';
import { allOf, everyWordInTitle, workOut } from './conditions.ts';
import { queryOf } from './fuzzy.ts';
import { findMeanings } from './fuzzy-queries.ts';
import { listTitles, type TitleOnSale } from './suggestion-queries.ts';
import { searchTerms } from './terms.ts';

/** Titles on sale that fit what is being typed; where none does, those that fit what may have been meant. */
export async function suggestTitles(
	db: Db,
	words: string | undefined,
	limit: number = ITEM_LIMITS.suggestions,
): Promise<TitleOnSale[]> {
	const terms = searchTerms(words ?? '');
	if (terms.length === 0) return [];
	const typed = terms.join(' ');
	const most = Math.min(limit, ITEM_LIMITS.suggestions);
	const exact = await workOut(db, everyWordInTitle(terms));
	const titles = await listTitles(db, exact, typed, most);
	if (titles.length > 0) return titles;
	const queries = (await findMeanings(db, terms))
		.map(queryOf)
		.filter((query) => query !== undefined);
	return queries.length < terms.length
		? []
		: listTitles(db, await workOut(db, allOf(queries)), typed, most);
}

/** A title on sale, with its item where no other has the title. */
export interface SuggestedTitle extends TitleOnSale {
	row: ItemRow | undefined;
}

export async function withItems(db: Db, titles: readonly TitleOnSale[]): Promise<SuggestedTitle[]> {
	const rows = await listByNumber(
		db,
		titles.flatMap(({ itemId }) => itemId ?? []),
	);
	return titles.map((title) => ({ ...title, row: rows.find(({ id }) => id === title.itemId) }));
}
