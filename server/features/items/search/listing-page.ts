import type * as z from 'zod/mini';
import { ITEM_LIMITS, LISTING_TABS } from '#contract/items/facts.ts';
import type { Item, itemListQuery } from '#contract/items/items.ts';
import { categoryNamed } from '#contract/items/listing.ts';
import type { Db } from '#server/db/client.ts';
import type { Shelf } from '#server/features/items/item-cache.ts';
import { pageOf } from '#server/lib/paging.ts';
import { everyWord, workOut } from './conditions.ts';
import { type Nearest, nearestTo } from './fuzzy.ts';
import { decodeCursor, encodeCursor, type Listing, type Total } from './listing.ts';
import { findOnSale } from './listing-queries.ts';

interface Page {
	items: Item[];
	/** Null on the last page. */
	nextCursor: string | null;
	total: Total;
	/** Help where words found nothing at all. */
	nearest: Nearest | undefined;
}

/** What the listings ask for in an address; both kinds share it. */
type Asked = Pick<z.output<typeof itemListQuery>, 'q' | 'category' | 'sort'> &
	Partial<z.output<typeof itemListQuery>>;

/**
 * One page of a listing. Matches are counted for the first page only and travel on in the cursor.
 * @throws Refusal invalid for a cursor of another order, or of nobody's
 */
export async function listPage(db: Db, shelf: Shelf, asked: Asked): Promise<Page> {
	const { sort, limit = ITEM_LIMITS.pageDefault, cursor } = asked;
	const from = cursor === undefined ? undefined : decodeCursor(cursor, sort);
	const listing: Listing = { ...(await listingOf(db, asked, limit)), after: from?.place };
	const finding = findOnSale(db, { ...listing, limit: limit + 1 });
	const counting = from?.total ?? shelf.count(db, listing, finding);
	const [found, total] = await Promise.all([finding, counting]);
	const { rows: places, last } = pageOf(found.places, limit);
	const isFirst = from === undefined;
	return {
		items: await shelf.list(db, places),
		nextCursor: last ? encodeCursor(sort, last, total) : null,
		total,
		nearest:
			isFirst && asked.q && places.length === 0 ? await nearestTo(db, asked.q, listing) : undefined,
	};
}

/** A listing as one list, without pages. */
export async function listWhole(
	db: Db,
	shelf: Shelf,
	asked: Asked,
	limit: number,
): Promise<Item[]> {
	const { places } = await findOnSale(db, await listingOf(db, asked, limit));
	return shelf.list(db, places);
}

async function listingOf(db: Db, asked: Asked, limit: number): Promise<Listing> {
	const { q, seller, minPrice, maxPrice, sort } = asked;
	const category = asked.category === undefined ? undefined : categoryNamed(asked.category);
	return {
		category: category === LISTING_TABS[0] ? undefined : category,
		query: q ? await workOut(db, everyWord(q)) : undefined,
		sellerId: seller,
		minPrice,
		maxPrice,
		sort,
		limit,
	};
}
