import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { dealOffers, type OfferOutcome } from '#server/db/schema/deal-offers.ts';

export async function insertOffer(tx: Db, offer: typeof dealOffers.$inferInsert): Promise<number> {
	const [row] = await tx.insert(dealOffers).values(offer).returning({ id: dealOffers.id });
	if (!row) throw new Error('The insert returned no row.');
	return row.id;
}

export async function endOffer(
	tx: Db,
	id: number,
	outcome: OfferOutcome,
	endedAt: Date,
): Promise<void> {
	await tx.update(dealOffers).set({ outcome, endedAt }).where(eq(dealOffers.id, id));
}
