import { type Db, insertedRow } from '#server/db/client.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { dealOffers } from '#server/db/schema/deal-offers.ts';
import { dealQueue, dealReservations } from '#server/db/schema/deal-reservations.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { isUnended } from '#server/db/schema/deals.ts';

export async function insertSale(tx: Db, sale: typeof dealSales.$inferInsert): Promise<number> {
	const rows = await tx.insert(dealSales).values(sale).returning({ id: dealSales.id });
	return insertedRow(rows).id;
}

export async function setSaleAnswered(
	tx: Db,
	id: number,
	answer: Partial<
		Pick<typeof dealSales.$inferInsert, 'isConfirmed' | 'completedAt' | 'reviewUntil'>
	>,
): Promise<void> {
	await tx.update(dealSales).set(answer).where(eq(dealSales.id, id));
}

/**
 * Buyers with an open offer, the reservation or a place in the queue. The step that ends an offer, a reservation or a
 * place notifies its buyer.
 */
export async function listOpenBuyers(tx: Db, itemId: number): Promise<number[]> {
	const { rows } = await tx.execute<{ buyerId: number }>(sql`
		select buyer_id as "buyerId" from ${dealOffers} where item_id = ${itemId} and ${isUnended(dealOffers)}
		union
		select buyer_id from ${dealReservations} where item_id = ${itemId} and ${isUnended(dealReservations)}
		union
		select buyer_id from ${dealQueue} where item_id = ${itemId} and ${isUnended(dealQueue)}`);
	return rows.map(({ buyerId }) => buyerId);
}
