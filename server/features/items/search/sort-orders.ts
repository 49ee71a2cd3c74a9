import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Sort } from '#contract/items/facts.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import type { Position } from './listing.ts';

export const JOIN_SELLERS = sql`join ${users} on ${users.id} = ${items.sellerId}`;

const SORT_NAME = sql`lower(${items.title})`;
/** What says, beside its number, where an item stands in an order. */
export const SORT_KEY: Record<Sort, SQL> = {
	newest: sql`null`,
	'price-asc': sql`${items.price}::float8`,
	'price-desc': sql`${items.price}::float8`,
	name: SORT_NAME,
};
/** Each along an index of its own. */
export const ORDER_BY: Record<Sort, SQL> = {
	newest: sql`${items.id} desc`,
	'price-asc': sql`${items.price}, ${items.id}`,
	'price-desc': sql`${items.price} desc, ${items.id} desc`,
	name: sql`${SORT_NAME}, ${items.id}`,
};
/**
 * The newest of one category, asked for as a range of categories: the planner would rather read the newest of all, and leave most
 * of them out.
 */
export const NEWEST_IN_CATEGORY = sql`${items.category} desc, ${items.id} desc`;
/** Which transaction wrote the item. */
const ROW_TRANSACTION = sql`${items}.xmin`;
/** The columns that its place in an order, and its version, are made of. */
export const SORT_COLUMNS: Record<Sort, readonly SQLWrapper[]> = {
	newest: [items.id, items.sellerId, ROW_TRANSACTION],
	'price-asc': [items.id, items.sellerId, ROW_TRANSACTION, items.price],
	'price-desc': [items.id, items.sellerId, ROW_TRANSACTION, items.price],
	name: [items.id, items.sellerId, ROW_TRANSACTION, items.title],
};
/** How a place is named in a statement: by its values, or by what these are put in for. */
export type PositionParams = Record<keyof Position, unknown>;
/** What comes after a place: a keyset, so that page 5,000 is found as quickly as the first. */
export const AFTER: Record<Sort, (position: PositionParams) => SQL> = {
	newest: ({ id }) => sql`${items.id} < ${id}`,
	'price-asc': ({ id, key }) => sql`(${items.price}, ${items.id}) > (${key}::numeric, ${id})`,
	'price-desc': ({ id, key }) => sql`(${items.price}, ${items.id}) < (${key}::numeric, ${id})`,
	name: ({ id, key }) => sql`(${SORT_NAME}, ${items.id}) > (${key}::text, ${id})`,
};
