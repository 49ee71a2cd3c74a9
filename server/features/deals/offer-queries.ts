import { type Db, insertedRow } from '#server/db/client.ts';
import { eq } from '#server/db/drizzle.ts';
import { dealOffers, type OfferOutcome } from '#server/db/schema/deal-offers.ts';

export async function insertOffer(tx: Db, offer: typeof dealOffers.$inferInsert): Promise<number> {
	const rows = await tx.insert(dealOffers).values(offer).returning({ id: dealOffers.id });
	return insertedRow(rows).id;
}

export async function endOffer(
	tx: Db,
	id: number,
	outcome: OfferOutcome,
	endedAt: Date,
): Promise<void> {
	await tx.update(dealOffers).set({ outcome, endedAt }).where(eq(dealOffers.id, id));
}
