import { searchTerms } from '#contract/catalogue/search-words.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { type ItemRow, listOnSaleByIds } from '#server/features/items/queries.ts';
import { ON_SALE, SELLER_VISIBLE } from './conditions.ts';
import { candidateQuery, findSpellingCandidates } from './spelling-queries.ts';
import type { Synonyms } from './synonyms.ts';
import { allOf, allWordsInTitle, compileQuery } from './tsqueries.ts';

interface TitleOnSale {
	title: string;
	/** The category of most of the matches with this title. */
	category: string;
	/** The item with this title; null when several of the matches have this title. */
	itemId: number | null;
}

/** A title on sale, with its item when no other item has the title. */
export interface SuggestedTitle extends TitleOnSale {
	row: ItemRow | undefined;
}

/** Titles on sale that match the typed text; when there are none, titles that match its corrected spelling. */
export async function suggestTitles(
	db: Db,
	text: string | undefined,
	limit: number | undefined,
	synonyms: Synonyms,
): Promise<SuggestedTitle[]> {
	const titles = await findTitles(db, text, limit, synonyms);
	const itemIds = titles.flatMap(({ itemId }) => itemId ?? []);
	const rows = await listOnSaleByIds(db, itemIds);
	return titles.map((title) => ({ ...title, row: rows.find(({ id }) => id === title.itemId) }));
}

async function findTitles(
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

/** The newest items are searched first, and all items only when the newest have too few titles. */
const NEWEST_ITEMS = 3000;
/** At most this many matches are grouped into titles. */
const MATCHES_MAX = 500;

/**
 * Distinct titles on sale: first those that begin with the typed text, then the most frequent, then the shortest.
 * @param inTitle the text of a `tsquery` that matches title words
 * @param typed the text that the user typed
 */
async function listTitles(
	db: Db,
	inTitle: string,
	typed: string,
	limit: number,
): Promise<TitleOnSale[]> {
	const newest = sql`(
		select ${items.id}, ${items.title}, ${items.category}, ${items.search}, ${items.sellerId} from ${items}
		where ${ON_SALE} order by ${items.id} desc limit ${NEWEST_ITEMS})`;
	const recent = await distinctTitles(
		db,
		sql`select ${items.id}, ${items.title}, ${items.category} from ${newest} as ${items}
			where ${SELLER_VISIBLE} and ${items.search} @@ ${inTitle}::tsquery`,
		typed,
		limit,
	);
	if (recent.length === limit) return recent;
	return distinctTitles(
		db,
		sql`select ${items.id}, ${items.title}, ${items.category} from ${items}
			where ${ON_SALE} and ${SELLER_VISIBLE} and ${items.search} @@ ${inTitle}::tsquery`,
		typed,
		limit,
	);
}

async function distinctTitles(
	db: Db,
	found: SQL,
	typed: string,
	limit: number,
): Promise<TitleOnSale[]> {
	const { rows } = await db.execute<Record<string, unknown> & TitleOnSale>(sql`
		with found as materialized (${found}),
			few as (select * from found limit ${MATCHES_MAX})
		select min(title) as title, mode() within group (order by category) as category,
			case when count(*) = 1 then min(id) end as "itemId" from few
		group by lower(title)
		order by starts_with(lower(title), lower(${typed})) desc, count(*) desc, char_length(min(title)), lower(title)
		limit ${limit}`);
	return rows;
}
