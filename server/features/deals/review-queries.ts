import type { Db } from '#server/db/client.ts';
import { eq } from '#server/db/drizzle.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';

export async function insertReview(tx: Db, review: typeof dealReviews.$inferInsert): Promise<void> {
	await tx.insert(dealReviews).values(review);
}

export async function setReviewAnswered(
	tx: Db,
	id: number,
	answer: string,
	answeredAt: Date,
): Promise<void> {
	await tx.update(dealReviews).set({ answer, answeredAt }).where(eq(dealReviews.id, id));
}
