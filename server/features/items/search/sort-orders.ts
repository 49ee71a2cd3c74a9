import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Sort } from '#contract/items/facts.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import type { Position } from './listing.ts';

export const JOIN_SELLERS = sql`join ${users} on ${users.id} = ${items.sellerId}`;

const SORT_NAME = sql`lower(${items.title})`;
/** The sort key of each order, besides the id. `rank` is a column of `collectMatches` only. */
export const SORT_KEY: Record<Sort, SQL> = {
	newest: sql`null`,
	'price-asc': sql`${items.price}::float8`,
	'price-desc': sql`${items.price}::float8`,
	name: SORT_NAME,
	'best-match': sql`${items}.rank`,
};
/** Each order but the best match can be read from an index, forwards or backwards; the two price orders share one. */
export const ORDER_BY: Record<Sort, SQL> = {
	newest: sql`${items.id} desc`,
	'price-asc': sql`${items.price}, ${items.id}`,
	'price-desc': sql`${items.price} desc, ${items.id} desc`,
	name: sql`${SORT_NAME}, ${items.id}`,
	'best-match': sql`${items}.rank desc, ${items.id} desc`,
};
/**
 * Newest first in one category. The condition on the category must be a range, not an equality: with an equality, the
 * planner would read the newest items of all categories and skip most of them.
 */
export const NEWEST_IN_CATEGORY = sql`${items.category} desc, ${items.id} desc`;
/** The transaction that last wrote the item. */
const ROW_TRANSACTION = sql`${items}.xmin`;
/** The columns needed for an item's position in each order, for joining its seller and for its version. */
export const SORT_COLUMNS: Record<Sort, readonly SQLWrapper[]> = {
	newest: [items.id, items.sellerId, ROW_TRANSACTION],
	'price-asc': [items.id, items.sellerId, ROW_TRANSACTION, items.price],
	'price-desc': [items.id, items.sellerId, ROW_TRANSACTION, items.price],
	name: [items.id, items.sellerId, ROW_TRANSACTION, items.title],
	'best-match': [items.id, items.sellerId, ROW_TRANSACTION],
};
/** A position in a statement: its values, or placeholders for them. */
export type PositionParams = Record<keyof Position, unknown>;
/** The items after a position (keyset pagination): in an index, page 5,000 is found as quickly as the first. */
export const AFTER: Record<Sort, (position: PositionParams) => SQL> = {
	newest: ({ id }) => sql`${items.id} < ${id}`,
	'price-asc': ({ id, key }) => sql`(${items.price}, ${items.id}) > (${key}::numeric, ${id})`,
	'price-desc': ({ id, key }) => sql`(${items.price}, ${items.id}) < (${key}::numeric, ${id})`,
	name: ({ id, key }) => sql`(${SORT_NAME}, ${items.id}) > (${key}::text, ${id})`,
	'best-match': ({ id, key }) => sql`(${items}.rank, ${items.id}) < (${key}::float8, ${id})`,
};
