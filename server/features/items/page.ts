import type * as z from 'zod/mini';
import { ITEM_LIMITS, type itemListQuery, type Sort } from '#contract/items.ts';
import type { Db } from '#server/db/client.ts';
import { decodeCursor, encodeCursor, type Listing, type Place, type Total } from './listing.ts';
import { countOnSale, type ItemRow, listOnSale } from './queries.ts';

interface Page {
	rows: ItemRow[];
	/** Null on the last page. */
	nextCursor: string | null;
	total: Total;
}

/**
 * One page of a listing. Matches are counted for the first page only and travel on in the cursor.
 * @throws Refusal invalid for a cursor of another order, or of nobody's
 */
export async function listPage(db: Db, query: z.output<typeof itemListQuery>): Promise<Page> {
	const { q: words, sort, minPrice, maxPrice, limit = ITEM_LIMITS.pageDefault } = query;
	const category = query.category === 'All' ? undefined : query.category;
	const from = query.cursor === undefined ? undefined : decodeCursor(query.cursor, sort);
	const listing: Listing = { category, words, minPrice, maxPrice, sort, limit, after: from?.place };
	const [found, total] = await Promise.all([
		// One more than asked for tells whether there is a next page.
		listOnSale(db, { ...listing, limit: limit + 1 }),
		from ? from.total : countOnSale(db, listing),
	]);
	const rows = found.slice(0, limit);
	const last = found.length > limit ? rows.at(-1) : undefined;
	return { rows, nextCursor: last ? encodeCursor(sort, placeOf(last, sort), total) : null, total };
}

function placeOf(row: ItemRow, sort: Sort): Place {
	const keys = {
		newest: null,
		name: row.sortName,
		'price-asc': row.price,
		'price-desc': row.price,
	};
	return { id: row.id, key: keys[sort] };
}
