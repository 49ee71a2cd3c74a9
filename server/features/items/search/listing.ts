import * as z from 'zod/mini';
import { withoutNul } from '#contract/core/common.ts';
import type { Sort } from '#contract/items/facts.ts';
import { type Cursor, createCursor, positionId } from '#server/lib/cursors.ts';

/** What a listing asks of an item on sale. */
export interface Filters {
	/** Undefined is every category. */
	category?: string | undefined;
	sellerId?: number | undefined;
	/** What to find, as the text of a `tsquery`; undefined is everything, and an empty one nothing. */
	query?: string | undefined;
	minPrice?: number | undefined;
	maxPrice?: number | undefined;
}

/** What a listing shows, and from where on. */
export interface Listing extends Filters {
	sort: Sort;
	limit: number;
	after?: Position | undefined;
}

/** The last item of a page: the next one continues behind it (keyset paging). */
export interface Position {
	id: number;
	/** What the listing is sorted by, besides the id: rupees, or the title in lower case. */
	key: number | string | null;
}

/** An item that was found, where it stands. */
export interface FoundItem extends Position {
	/** Another whenever anything is that the public sees of the item. */
	version: string;
}

const total = z.union([z.int(), z.literal('1000+')]);
export type Total = z.infer<typeof total>;

/** A place together with what the first page counted, so that later pages need not count again. */
const CURSORS: Record<Sort, Cursor<[Sort, number, Position['key'], Total]>> = {
	newest: cursorBy('newest', z.null()),
	'price-asc': cursorBy('price-asc', z.number()),
	'price-desc': cursorBy('price-desc', z.number()),
	name: cursorBy('name', z.string().check(z.maxLength(1020), withoutNul)),
};

function cursorBy(sort: Sort, key: z.ZodMiniType<Position['key']>) {
	return createCursor(z.tuple([z.literal(sort), positionId, key, total]));
}

export function encodeCursor(sort: Sort, { id, key }: Position, counted: Total): string {
	return CURSORS[sort].encode([sort, id, key, counted]);
}

/** @throws Refusal invalid for anything we did not hand out for this order */
export function decodeCursor(sent: string, sort: Sort): { position: Position; total: Total } {
	const [, id, key, counted] = CURSORS[sort].decode(sent);
	return { position: { id, key }, total: counted };
}
