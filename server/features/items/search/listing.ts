import * as z from 'zod/mini';
import { withoutNul } from '#contract/core/schemas.ts';
import { ITEM_LIMITS, type Sort } from '#contract/items/facts.ts';
import { LISTING_LIMITS } from '#contract/items/listing.ts';
import { type Cursor, createCursor, positionId } from '#server/lib/cursors.ts';
import type { Filters } from './conditions.ts';

/** A listing with its sort order and the position after which it continues. */
export interface Listing extends Filters {
	sort: Sort;
	limit: number;
	after?: Position | undefined;
}

/** An item's position in the sort order. The next page continues after the last item's position (keyset pagination). */
export interface Position {
	id: number;
	/** The sort key besides the id: rupees, the title in lower case, or null for newest first. */
	key: number | string | null;
}

/** A match with its position in the listing. */
export interface FoundItem extends Position {
	/** Changes whenever anything that the public sees of the item changes. */
	version: string;
}

const total = z.union([z.int(), z.literal('1000+')]);
/** The number of matches; '1000+' if there are more than 1,000. */
export type Total = z.infer<typeof total>;

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
export function decodeCursor(
	sent: string,
	sort: Sort,
): { position: Position; total: Total } & Continuation {
	const [, id, key, counted, rest] = CURSORS[sort].decode(sent);
	return { ...rest, position: { id, key }, total: counted };
}
