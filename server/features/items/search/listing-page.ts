import type * as z from 'zod/mini';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { itemListQuery } from '#contract/items/list-query.ts';
import type { Item } from '#contract/items/schemas.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import type { ItemCache } from '#server/features/items/item-cache.ts';
import { pageOf } from '#server/lib/paging.ts';
import { filtersOf } from './filters.ts';
import { type FuzzyMatches, findFuzzyMatches } from './fuzzy.ts';
import { decodeCursor, encodeCursor, type Listing, type Total } from './listing.ts';
import { findOnSale } from './listing-queries.ts';
import { synonymsIn } from './synonyms.ts';

interface Page {
	items: Item[];
	/** Null on the last page. */
	nextCursor: string | null;
	total: Total;
	/** Similar items; set on the first page only, when the search text found nothing. */
	nearest: FuzzyMatches | undefined;
}

/** The query parameters of paged listings and of full lists. */
type ListingQuery = Pick<z.output<typeof itemListQuery>, 'sort'> &
	Partial<z.output<typeof itemListQuery>>;

/** What a search needs besides the database. */
interface SearchDeps {
	itemCache: ItemCache;
	catalogue: Catalogue;
}

/**
 * One page of a listing. Matches are counted for the first page only; the cursor carries the total to the next pages.
 * @throws AppError invalid for a cursor of another sort order, or one that the server did not issue
 */
export async function listPage(db: Db, deps: SearchDeps, query: ListingQuery): Promise<Page> {
	const { itemCache, catalogue } = deps;
	const { sort, limit = ITEM_LIMITS.pageDefault, cursor } = query;
	const decoded = cursor === undefined ? undefined : decodeCursor(cursor, sort);
	const selection = await toListing(db, deps, query, limit);
	if (!selection) return EMPTY_PAGE;
	const listing: Listing = { ...selection, after: decoded?.position };
	const search = findOnSale(db, { ...listing, limit: limit + 1 });
	const counting = decoded?.total ?? itemCache.count(db, listing, search);
	const [{ matches: matchesPlusOne }, total] = await Promise.all([search, counting]);
	const { rows: matches, last } = pageOf(matchesPlusOne, limit);
	const isFirst = decoded === undefined;
	return {
		items: await itemCache.list(db, matches),
		nextCursor: last ? encodeCursor(sort, last, total) : null,
		total,
		nearest:
			isFirst && query.q && matches.length === 0
				? await findFuzzyMatches(db, query.q, listing, synonymsIn(catalogue))
				: undefined,
	};
}

/** A listing as one list, without pages. */
export async function listAll(
	db: Db,
	deps: SearchDeps,
	query: ListingQuery,
	limit: number,
): Promise<Item[]> {
	const listing = await toListing(db, deps, query, limit);
	if (!listing) return [];
	const { matches } = await findOnSale(db, listing);
	return deps.itemCache.list(db, matches);
}

const EMPTY_PAGE: Page = { items: [], nextCursor: null, total: 0, nearest: undefined };

/** Undefined if the category does not exist: the result is then empty. */
async function toListing(
	db: Db,
	{ catalogue }: SearchDeps,
	query: ListingQuery,
	limit: number,
): Promise<Listing | undefined> {
	const filters = await filtersOf(db, catalogue, query);
	return filters && { ...filters, sort: query.sort, limit };
}
