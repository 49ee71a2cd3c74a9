import type * as z from 'zod/mini';
import { searchTerms } from '#contract/catalogue/search-words.ts';
import { ITEM_LIMITS, type Sort } from '#contract/items/facts.ts';
import type { itemListQuery } from '#contract/items/list-query.ts';
import type { Item } from '#contract/items/schemas.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import type { ItemCache } from '#server/features/items/item-cache.ts';
import type { ItemRow } from '#server/features/items/queries.ts';
import { pageOf } from '#server/lib/paging.ts';
import { filtersOf, withGeneralItems } from './filters.ts';
import { correctSpelling, findClosest } from './fuzzy.ts';
import { findSpellingCandidates } from './fuzzy-queries.ts';
import { decodeCursor, encodeCursor, type FoundItem, type Listing, type Total } from './listing.ts';
import { findOnSale } from './listing-queries.ts';
import { synonymsIn } from './synonyms.ts';

interface Page {
	items: Item[];
	/** Null on the last page. */
	nextCursor: string | null;
	total: Total;
	/** The closest items; set on the first page only, when the search text found nothing. */
	nearest: ItemRow[] | undefined;
	/** The corrected search text that found the items; set on the first page only. */
	didYouMean: string | undefined;
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
 * One page of a listing. Matches are counted for the first page only; the cursor carries the total to the next pages. A
 * search without matches is repeated in a corrected spelling; if there is none, the page has the closest items.
 * @throws AppError invalid for a cursor of another sort order, or one that the server did not issue
 */
export async function listPage(db: Db, deps: SearchDeps, query: ListingQuery): Promise<Page> {
	const { limit = ITEM_LIMITS.pageDefault, cursor, exact } = query;
	const from = cursor === undefined ? undefined : decodeCursor(cursor, orderOf(query));
	const q = from?.q ?? query.q;
	const listing = await toListing(db, deps, { ...query, q }, limit);
	if (!listing) return EMPTY_PAGE;
	const open = withGeneralItems(listing, query);
	const page = await readPage(db, deps.itemCache, open, from);
	if (from || !q || page.items.length > 0) return page;
	const synonyms = synonymsIn(deps.catalogue);
	const candidates = await findSpellingCandidates(db, searchTerms(q), synonyms);
	const corrected = exact ? undefined : await correctSpelling(db, candidates, open, synonyms);
	if (!corrected)
		return { ...page, nearest: await findClosest(db, candidates, open.category, synonyms) };
	const { words, query: compiled } = corrected;
	return {
		...(await readPage(db, deps.itemCache, { ...open, query: compiled }, undefined, words)),
		didYouMean: words,
	};
}

/** @param correctedWords the words of the listing, if they are not those of the request */
async function readPage(
	db: Db,
	itemCache: ItemCache,
	listing: Listing,
	from: Start,
	correctedWords = from?.q,
): Promise<Page> {
	const { sort, limit } = listing;
	const { found, total } = listing.courseOrGeneral
		? await findOfSemester(db, itemCache, listing, from)
		: await findMatches(db, itemCache, listing, from);
	const { rows: matches, last } = pageOf(found, limit);
	const next = last && { q: correctedWords, isGeneral: last.isGeneral };
	return {
		items: await itemCache.list(db, matches),
		nextCursor: last ? encodeCursor(sort, last, total, next) : null,
		total,
		nearest: undefined,
		didYouMean: undefined,
	};
}

/** One match more than the page has. */
interface Matches {
	found: (FoundItem & { isGeneral?: boolean })[];
	total: Total;
}
type Start = ReturnType<typeof decodeCursor> | undefined;

async function findMatches(
	db: Db,
	itemCache: ItemCache,
	listing: Listing,
	from: Start,
): Promise<Matches> {
	const search = findOnSale(db, { ...listing, after: from?.position, limit: listing.limit + 1 });
	const counting = from?.total ?? itemCache.count(db, listing, search);
	const [{ matches: found }, total] = await Promise.all([search, counting]);
	return { found, total };
}

/** The items that name a subject of the semester, and after them those that name none. */
async function findOfSemester(
	db: Db,
	itemCache: ItemCache,
	{ courseOrGeneral, limit, ...listing }: Listing,
	from: Start,
): Promise<Matches> {
	const total = from?.total ?? (await itemCache.total(db, { ...listing, courseOrGeneral }));
	const after = from?.position;
	const ofSemester = from?.isGeneral
		? []
		: (await findOnSale(db, { ...listing, course: courseOrGeneral, after, limit: limit + 1 }))
				.matches;
	const missing = limit + 1 - ofSemester.length;
	if (missing === 0) return { found: ofSemester, total };
	const general = await findOnSale(db, {
		...listing,
		general: true,
		after: from?.isGeneral ? after : undefined,
		limit: missing,
	});
	return {
		found: [...ofSemester, ...general.matches.map((match) => ({ ...match, isGeneral: true }))],
		total,
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

const EMPTY_PAGE: Page = {
	items: [],
	nextCursor: null,
	total: 0,
	nearest: undefined,
	didYouMean: undefined,
};

/** Undefined if the category does not exist: the result is then empty. */
async function toListing(
	db: Db,
	{ catalogue }: SearchDeps,
	query: ListingQuery,
	limit: number,
): Promise<Listing | undefined> {
	const filters = await filtersOf(db, catalogue, query);
	return filters && { ...filters, sort: orderOf(query), limit };
}

/** Only a search has a best match. */
function orderOf({ sort, q }: ListingQuery): Sort {
	return sort === 'best-match' && !q ? 'newest' : sort;
}
