import * as z from 'zod/mini';
import { LARGEST_ID, withoutNul } from '#contract/common.ts';
import { ITEM_MESSAGES, SORTS, type Sort } from '#contract/item-facts.ts';
import { invalidField } from '#server/lib/refusal.ts';

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
	after?: Place | undefined;
}

/** The last item of a page: the next one continues behind it (keyset paging). */
export interface Place {
	id: number;
	/** What the listing is sorted by, besides the id: rupees, or the title in lower case. */
	key: number | string | null;
}

/** An item that was found, where it stands. */
export interface FoundPlace extends Place {
	/** Another whenever anything is that the public sees of the item. */
	version: string;
}

/** A place together with what the first page counted, so that later pages need not count again. */
const cursor = z.tuple([
	z.enum(SORTS),
	z.int().check(z.minimum(1), z.maximum(LARGEST_ID)),
	z.union([z.null(), z.number(), z.string().check(z.maxLength(1020), withoutNul)]),
	z.union([z.int(), z.literal('1000+')]),
]);
export type Total = z.infer<typeof cursor>[3];

export function encodeCursor(sort: Sort, place: Place, total: Total): string {
	return Buffer.from(JSON.stringify([sort, place.id, place.key, total])).toString('base64url');
}

/** @throws Refusal invalid for anything we did not hand out for this order */
export function decodeCursor(sent: string, sort: Sort): { place: Place; total: Total } {
	try {
		const [forSort, id, key, total] = z.parse(
			cursor,
			JSON.parse(Buffer.from(sent, 'base64url').toString('utf8')),
		);
		if (forSort === sort && typeof key === KEY_TYPES[sort]) return { place: { id, key }, total };
	} catch {
		// Told below, the same for everything that is not a cursor.
	}
	throw invalidField('cursor', ITEM_MESSAGES.badCursor);
}

const KEY_TYPES: Record<Sort, 'number' | 'string' | 'object'> = {
	newest: 'object',
	'price-asc': 'number',
	'price-desc': 'number',
	name: 'string',
};
