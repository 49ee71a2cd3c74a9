import { and, asc, gte, lt, max } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { ON_SALE, SELLER_VISIBLE } from './search/conditions.ts';

/** The highest id of any item, deleted ones included; 0 without items. */
export async function findHighestItemId(db: Db): Promise<number> {
	const [row] = await db.select({ highest: max(items.id) }).from(items);
	return row?.highest ?? 0;
}

/** Ids of the items on sale, from `from` (inclusive) to `before` (exclusive). */
export async function listOnSaleIds(db: Db, from: number, before: number): Promise<number[]> {
	const rows = await db
		.select({ id: items.id })
		.from(items)
		.where(and(ON_SALE, SELLER_VISIBLE, gte(items.id, from), lt(items.id, before)))
		.orderBy(asc(items.id));
	return rows.map(({ id }) => id);
}
