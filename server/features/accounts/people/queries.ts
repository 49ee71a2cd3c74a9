import { and, count, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';

/** Call for users with a public page only: ON_SALE does not check the seller. */
export async function countItemsOnSale(db: Db, sellerId: number): Promise<number> {
	const [row] = await db
		.select({ onSale: count() })
		.from(items)
		.where(and(eq(items.sellerId, sellerId), isOnSale(items)));
	return row?.onSale ?? 0;
}
