import type * as z from 'zod/mini';
import { ITEM_LIMITS, LISTING_TABS } from '#contract/items/facts.ts';
import type { Item, itemListQuery } from '#contract/items/items.ts';
import { normalizeCategory } from '#contract/items/listing.ts';
import type { Db } from '#server/db/client.ts';
import type { ItemCache } from '#server/features/items/item-cache.ts';
import { pageOf } from '#server/lib/paging.ts';
import { allWords, compileQuery } from './conditions.ts';
import { type FuzzyMatches, findFuzzyMatches } from './fuzzy.ts';
import { decodeCursor, encodeCursor, type Listing, type Total } from './listing.ts';
import { findOnSale } from './listing-queries.ts';

interface Page {
	items: Item[];
	/** Null on the last page. */
	nextCursor: string | null;
	total: Total;
	/** Set when a search text found nothing at all. */
	nearest: FuzzyMatches | undefined;
}

/** The query parameters of paged listings and of full lists. */
type ListingQuery = Pick<z.output<typeof itemListQuery>, 'q' | 'category' | 'sort'> &
	Partial<z.output<typeof itemListQuery>>;

/**
 * One page of a listing. Matches are counted for the first page only; the cursor carries the total to the next pages.
 * @throws AppError invalid for a cursor of another sort order, or one that the server did not issue
 */
export async function listPage(db: Db, itemCache: ItemCache, query: ListingQuery): Promise<Page> {
	const { sort, limit = ITEM_LIMITS.pageDefault, cursor } = query;
	const decoded = cursor === undefined ? undefined : decodeCursor(cursor, sort);
	const listing: Listing = { ...(await toListing(db, query, limit)), after: decoded?.position };
	const search = findOnSale(db, { ...listing, limit: limit + 1 });
	const counting = decoded?.total ?? itemCache.count(db, listing, search);
	const [found, total] = await Promise.all([search, counting]);
	const { rows: matches, last } = pageOf(found.matches, limit);
	const isFirst = decoded === undefined;
	return {
		items: await itemCache.list(db, matches),
		nextCursor: last ? encodeCursor(sort, last, total) : null,
		total,
		nearest:
			isFirst && query.q && matches.length === 0
				? await findFuzzyMatches(db, query.q, listing)
				: undefined,
	};
}

/** A listing as one list, without pages. */
export async function listAll(
	db: Db,
	itemCache: ItemCache,
	query: ListingQuery,
	limit: number,
): Promise<Item[]> {
	const { matches } = await findOnSale(db, await toListing(db, query, limit));
	return itemCache.list(db, matches);
}

async function toListing(db: Db, query: ListingQuery, limit: number): Promise<Listing> {
	const { q, seller, minPrice, maxPrice, sort } = query;
	const category = query.category === undefined ? undefined : normalizeCategory(query.category);
	return {
		category: category === LISTING_TABS[0] ? undefined : category,
		query: q ? await compileQuery(db, allWords(q)) : undefined,
		sellerId: seller,
		minPrice,
		maxPrice,
		sort,
		limit,
	};
}
