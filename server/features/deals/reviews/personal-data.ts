import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { alias, and, asc, eq } from '#server/db/drizzle.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { missedHandovers } from '#server/db/schema/deals.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';
import { IS_PUBLISHED } from './queries.ts';

type ExportedReviews = Pick<
	PersonalData,
	'reviewsWritten' | 'reviewsReceived' | 'missedHandovers' | 'reportedHandovers'
>;

/** A review about the user is exported once it is published: until then only its writer may read it. */
export async function exportOf(db: Db, userId: number): Promise<ExportedReviews> {
	const review = alias(dealReviews, 'review');
	const sharedColumns = {
		id: review.id,
		role: review.role,
		stars: review.stars,
		tags: review.tags,
		text: review.text,
		createdAt: review.createdAt,
	};
	const written = await db
		.select({ ...sharedColumns, personId: review.aboutId, hiddenAt: review.hiddenAt })
		.from(review)
		.where(eq(review.writerId, userId))
		.orderBy(asc(review.id));
	const received = await db
		.select({ ...sharedColumns, answer: review.answer, answeredAt: review.answeredAt })
		.from(review)
		.where(and(eq(review.aboutId, userId), IS_PUBLISHED))
		.orderBy(asc(review.id));
	return {
		reviewsWritten: written.map(withIsoDates),
		reviewsReceived: received.map(withIsoDates),
		...(await exportHandovers(db, userId)),
	};
}

async function exportHandovers(
	db: Db,
	userId: number,
): Promise<Pick<ExportedReviews, 'missedHandovers' | 'reportedHandovers'>> {
	const { handoverId, createdAt, contestedAt, userId: personId, reportedBy } = missedHandovers;
	const missed = await db
		.select({ handoverId, createdAt, contestedAt })
		.from(missedHandovers)
		.where(eq(personId, userId))
		.orderBy(asc(handoverId));
	const reported = await db
		.select({ handoverId, personId, createdAt })
		.from(missedHandovers)
		.where(eq(reportedBy, userId))
		.orderBy(asc(handoverId));
	return {
		missedHandovers: missed.map(withIsoDates),
		reportedHandovers: reported.map(withIsoDates),
	};
}

/**
 * Reviews and answers stay, under the name of a deleted account, because they are about another user's conduct. Deletes
 * reports that this user missed a hand-over. Reports that this user made about others stay.
 */
export async function erase(tx: Db, userId: number): Promise<void> {
	await tx.delete(missedHandovers).where(eq(missedHandovers.userId, userId));
}
