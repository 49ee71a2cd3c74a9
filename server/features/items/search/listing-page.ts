import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { searchTerms } from '#contract/catalogue/search-words.ts';
import { withoutNul } from '#contract/core/schemas.ts';
import { ITEM_LIMITS, type Sort } from '#contract/items/facts.ts';
import type { itemListQuery } from '#contract/items/list-query.ts';
import { LISTING_LIMITS } from '#contract/items/listing.ts';
import type { Item } from '#contract/items/schemas.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { presentItem } from '#server/features/items/present.ts';
import { type ItemRow, listOnSaleByIds } from '#server/features/items/queries.ts';
import { type Cursor, createCursor, pageOf, positionId } from '#server/lib/cursors.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { FILTER_NAMES, type Filters, filtersOf, withGeneralItems } from './conditions.ts';
import {
	countOnSale,
	type FoundItem,
	findOnSale,
	type Listing,
	type Position,
	type Total,
} from './listing-queries.ts';
import { correctSpelling, findClosest, findSpellingCandidates } from './spelling-queries.ts';
import { synonymsIn } from './tsqueries.ts';

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
	found: FoundItems;
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
	const page = await readPage(db, deps.found, open, from);
	if (from || !q || page.items.length > 0) return page;
	const synonyms = synonymsIn(deps.catalogue);
	const candidates = await findSpellingCandidates(db, searchTerms(q), synonyms);
	const corrected = exact ? undefined : await correctSpelling(db, candidates, open, synonyms);
	if (!corrected)
		return { ...page, nearest: await findClosest(db, candidates, open.category, synonyms) };
	const { words, query: compiled } = corrected;
	return {
		...(await readPage(db, deps.found, { ...open, query: compiled }, undefined, words)),
		didYouMean: words,
	};
}

/** @param correctedWords the words of the listing, if they are not those of the request */
async function readPage(
	db: Db,
	foundItems: FoundItems,
	listing: Listing,
	from: Start,
	correctedWords = from?.q,
): Promise<Page> {
	const { sort, limit } = listing;
	const { found, total } = listing.courseOrGeneral
		? await findOfSemester(db, foundItems, listing, from)
		: await findMatches(db, foundItems, listing, from);
	const { rows: matches, last } = pageOf(found, limit);
	const next = last && { q: correctedWords, isGeneral: last.isGeneral };
	return {
		items: await foundItems.present(db, matches),
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
	{ count }: FoundItems,
	listing: Listing,
	from: Start,
): Promise<Matches> {
	const after = from?.position;
	const search = await findOnSale(db, { ...listing, after, limit: listing.limit + 1 });
	const total = from?.total ?? search.total ?? (await count(db, listing));
	return { found: search.matches, total };
}

/** The items that name a subject of the semester, and after them those that name none. */
async function findOfSemester(
	db: Db,
	{ count }: FoundItems,
	{ courseOrGeneral, limit, ...listing }: Listing,
	from: Start,
): Promise<Matches> {
	const total = from?.total ?? (await count(db, { ...listing, courseOrGeneral }));
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
	return deps.found.present(db, matches);
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

/** In lower case, one code point has at most four UTF-16 code units, which is what `maxLength` counts. */
const LOWER_CASE_TITLE_MAX = ITEM_LIMITS.titleMax * 4;

/** What a page needs to continue a listing, besides its position. */
const continuation = z.object({
	/** The words in the corrected spelling in which they found something. */
	q: z.optional(z.string().check(z.maxLength(LISTING_LIMITS.queryMax * 4), withoutNul)),
	/** The items of the semester are all listed; those that name no subject follow. */
	isGeneral: z.optional(z.boolean()),
});
type Continuation = z.infer<typeof continuation>;

const total = z.union([z.int(), z.literal('1000+')]);
/** A cursor is a position with the total of the first page, so that later pages do not count again. */
const CURSORS: Record<Sort, Cursor<[Sort, number, Position['key'], Total, Continuation?]>> = {
	newest: cursorBy('newest', z.null()),
	'price-asc': cursorBy('price-asc', z.number()),
	'price-desc': cursorBy('price-desc', z.number()),
	name: cursorBy('name', z.string().check(z.maxLength(LOWER_CASE_TITLE_MAX), withoutNul)),
	'best-match': cursorBy('best-match', z.number()),
};

function cursorBy(sort: Sort, key: z.ZodMiniType<Position['key']>) {
	return createCursor(z.tuple([z.literal(sort), positionId, key, total, z.optional(continuation)]));
}

export function encodeCursor(
	sort: Sort,
	{ id, key }: Position,
	counted: Total,
	rest: Continuation = {},
): string {
	return CURSORS[sort].encode([sort, id, key, counted, rest]);
}

/** @throws AppError invalid for a cursor of another sort order or of the wrong form */
function decodeCursor(
	sent: string,
	sort: Sort,
): { position: Position; total: Total } & Continuation {
	const [, id, key, counted, rest] = CURSORS[sort].decode(sent);
	return { ...rest, position: { id, key }, total: counted };
}

/** What listings share: presented items, and the numbers of their matches. */
export interface FoundItems {
	/** Presents found items, in the order of the matches. Those that are no longer on sale are left out. */
	present: (db: Db, matches: readonly FoundItem[]) => Promise<Item[]>;
	/** `countOnSale`, kept for two seconds: it costs more than a page of items, and is the same for everybody. */
	count: (db: Db, filters: Filters) => Promise<Total>;
}

/** An item takes a few thousand bytes. */
const KEPT_ITEMS = 5000;
const KEPT_TOTALS = { max: 1000, ttl: 2000 };

/**
 * Keeps presented items by id and version of their row: a listing reads only these two of each match, and the rows that
 * are new to it (bench/RESULTS.md, "uncached reads: rate").
 */
export function createFoundItems(photoUrls: PhotoUrls): FoundItems & {
	/** Called when anything public has changed. */
	clearTotals: () => void;
	/** After a failover, another database may use the same versions for other rows. */
	clear: () => void;
} {
	const kept = new LRUCache<string, Item>({ max: KEPT_ITEMS });
	const totals = new LRUCache<string, Promise<Total>>(KEPT_TOTALS);
	const keyOf = ({ id, version }: Pick<FoundItem, 'id' | 'version'>) => `${id} ${version}`;

	async function load(db: Db, ids: readonly number[]): Promise<Map<number, Item>> {
		const loaded = new Map<number, Item>();
		for (const row of await listOnSaleByIds(db, ids)) {
			const item = deepFreeze(presentItem(row, photoUrls));
			// A reservation ends without a change of the row.
			if (!item.reservedUntil) kept.set(keyOf(row), item);
			loaded.set(row.id, item);
		}
		return loaded;
	}

	return {
		async present(db, matches) {
			const found = matches.map((match) => kept.get(keyOf(match)));
			const missing = matches.filter((_, index) => !found[index]).map(({ id }) => id);
			const loaded = await load(db, missing);
			return matches.flatMap(({ id }, index) => found[index] ?? loaded.get(id) ?? []);
		},
		count(db, filters) {
			const key = JSON.stringify(FILTER_NAMES.map((name) => filters[name]));
			const known = totals.get(key);
			if (known) return known;
			const total = countOnSale(db, filters);
			totals.set(key, total);
			// Those who wait for it get the error; the next one counts again.
			total.catch(() => totals.delete(key));
			return total;
		},
		clearTotals: () => totals.clear(),
		clear: () => kept.clear(),
	};
}

/** Many answers share a kept item, so it must not change. The serializer keeps the JSON of frozen objects. */
function deepFreeze(item: Item): Item {
	for (const photo of item.photos) Object.freeze(photo);
	Object.freeze(item.photos);
	Object.freeze(item.imageUrl);
	Object.freeze(item.details);
	Object.freeze(item.subjects);
	Object.freeze(item.User);
	return Object.freeze(item);
}
