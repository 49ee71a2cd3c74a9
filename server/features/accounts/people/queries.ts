import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { isOnSale, isSold, items } from '#server/db/schema/items.ts';

interface ItemCounts {
	onSale: number;
	sold: number;
}

/** Counts without checking the seller: the caller makes sure that the user has a public page. */
export async function countItemsOf(db: Db, sellerId: number): Promise<ItemCounts> {
	const [row] = await db
		.select({
			onSale: sql<number>`count(*) filter (where ${isOnSale(items)})::int`,
			sold: sql<number>`count(*) filter (where ${isSold(items)})::int`,
		})
		.from(items)
		.where(eq(items.sellerId, sellerId));
	return row ?? { onSale: 0, sold: 0 };
}
