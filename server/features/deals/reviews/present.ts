import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import type { PersonReview } from '#contract/deals/schemas.ts';
import type { ReviewRow } from './queries.ts';

export function presentReview(row: ReviewRow): PersonReview {
	const { writerId, writerName, isWriterErased, isWriterBanned } = row;
	return {
		...presentWords(row),
		by: isWriterErased
			? { id: null, userName: ACCOUNT_MESSAGES.deletedName }
			: { id: writerId, userName: writerName, ...(isWriterBanned && { hasPage: false as const }) },
	};
}

/** A review without its writer. */
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
