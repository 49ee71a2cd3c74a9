import { and, count, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/tables/items.ts';

export async function countOnSale(db: Db, sellerId: number): Promise<number> {
	const [row] = await db
		.select({ onSale: count() })
		.from(items)
		.where(
			and(
				eq(items.sellerId, sellerId),
				isNull(items.soldAt),
				isNull(items.bannedAt),
				isNull(items.deletedAt),
			),
		);
	return row?.onSale ?? 0;
}
