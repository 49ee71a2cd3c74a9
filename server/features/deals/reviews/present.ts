import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import type { PersonReview } from '#contract/deals/schemas.ts';
import type { ReviewRow } from './queries.ts';

export function presentReview(row: ReviewRow): PersonReview {
	const { writerId, writerName, isWriterErased, isWriterBanned } = row;
	return {
		...presentWords(row),
		by: {
			// Suspended users have no page either.
			id: isWriterErased || isWriterBanned ? null : writerId,
			userName: isWriterErased ? ACCOUNT_MESSAGES.deletedName : writerName,
		},
	};
}

/** A review without who wrote it. */
export function presentWords({
	id,
	role,
	stars,
	tags,
	text,
	answer,
	answeredAt,
	createdAt,
}: Omit<ReviewRow, 'writerId' | 'writerName' | 'isWriterErased' | 'isWriterBanned'>): Omit<
	PersonReview,
	'by'
> {
	return {
		id,
		role,
		stars,
		tags,
		text,
		answer:
			answer === null || answeredAt === null
				? null
				: { text: answer, createdAt: answeredAt.toISOString() },
		createdAt: createdAt.toISOString(),
	};
}
