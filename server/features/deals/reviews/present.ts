import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import type { DealReview, PersonReview } from '#contract/deals/schemas.ts';
import type { ReviewRow } from './queries.ts';

/** A public review on the profile of the user whom it is about. */
export function presentReview(row: ReviewRow): PersonReview {
	const { id, role, writerId, writerName, isWriterErased, isWriterBanned } = row;
	return {
		id,
		role,
		...presentReviewContent(row),
		by: isWriterErased
			? { id: null, userName: ACCOUNT_MESSAGES.deletedName }
			: { id: writerId, userName: writerName, ...(isWriterBanned && { hasPage: false as const }) },
	};
}

interface ReviewContent extends Pick<ReviewRow, 'stars' | 'tags' | 'text' | 'answer'> {
	/** A string is a timestamp as PostgreSQL writes it. */
	answeredAt: Date | string | null;
	createdAt: Date | string;
}

/** What the writer of a review says, and the answer. */
export function presentReviewContent({
	stars,
	tags,
	text,
	createdAt,
	answer,
	answeredAt,
}: ReviewContent): DealReview {
	return {
		stars,
		tags,
		text,
		answer: answer !== null && answeredAt ? { text: answer, createdAt: utc(answeredAt) } : null,
		createdAt: utc(createdAt),
	};
}

const utc = (time: Date | string) => new Date(time).toISOString();
