import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Sort } from '#contract/items/facts.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import type { Place } from './listing.ts';

export const WITH_SELLERS = sql`join ${users} on ${users.id} = ${items.sellerId}`;

const NAME = sql`lower(${items.title})`;
/** What says, beside its number, where an item stands in an order. */
export const KEYS: Record<Sort, SQL> = {
	newest: sql`null`,
	'price-asc': sql`${items.price}::float8`,
	'price-desc': sql`${items.price}::float8`,
	name: NAME,
};
/** Each along an index of its own. */
export const ORDERS: Record<Sort, SQL> = {
	newest: sql`${items.id} desc`,
	'price-asc': sql`${items.price}, ${items.id}`,
	'price-desc': sql`${items.price} desc, ${items.id} desc`,
	name: sql`${NAME}, ${items.id}`,
};
/**
 * The newest of one category, asked for as a range of categories: the planner would rather read the newest of all, and leave most
 * of them out.
 */
export const NEWEST_WITHIN = sql`${items.category} desc, ${items.id} desc`;
/** Which transaction wrote the item. */
const WRITTEN = sql`${items}.xmin`;
/** The columns that its place in an order, and its version, are made of. */
export const STANDING: Record<Sort, readonly SQLWrapper[]> = {
	newest: [items.id, items.sellerId, WRITTEN],
	'price-asc': [items.id, items.sellerId, WRITTEN, items.price],
	'price-desc': [items.id, items.sellerId, WRITTEN, items.price],
	name: [items.id, items.sellerId, WRITTEN, items.title],
};
/** How a place is named in a statement: by its values, or by what these are put in for. */
export type Placed = Record<keyof Place, unknown>;
/** What comes after a place: a keyset, so that page 5,000 is found as quickly as the first. */
export const BEHIND: Record<Sort, (place: Placed) => SQL> = {
	newest: ({ id }) => sql`${items.id} < ${id}`,
	'price-asc': ({ id, key }) => sql`(${items.price}, ${items.id}) > (${key}::numeric, ${id})`,
	'price-desc': ({ id, key }) => sql`(${items.price}, ${items.id}) < (${key}::numeric, ${id})`,
	name: ({ id, key }) => sql`(${NAME}, ${items.id}) > (${key}::text, ${id})`,
};
