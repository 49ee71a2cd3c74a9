import type * as z from 'zod/mini';
import type { AdminFeedback, feedbackAnalytics } from '#contract/admin/feedback.ts';
import { percent, toOneDecimal } from '#server/admin/kit/numbers.ts';
import type { FeedbackFigures, FeedbackRow } from './queries.ts';

type FeedbackAnalytics = z.infer<typeof feedbackAnalytics>['analytics'];

export function presentFeedback(row: FeedbackRow): AdminFeedback {
	const { reviewerId, reviewerName, createdAt, reviewedAt, ...said } = row;
	return {
		...said,
		category: said.category as AdminFeedback['category'],
		status: said.status as AdminFeedback['status'],
		createdAt: new Date(createdAt).toISOString(),
		reviewedAt: reviewedAt === null ? null : new Date(reviewedAt).toISOString(),
		reviewer: reviewerId === null ? null : { id: reviewerId, username: reviewerName ?? '' },
	};
}

/** Of all feedback, so many percent are approved; what waits counts as not approved. */
export function presentFeedbackFigures(figures: FeedbackFigures): FeedbackAnalytics {
	return {
		totalFeedbacks: figures.total,
		pendingFeedbacks: figures.pending,
		approvedFeedbacks: figures.approved,
		approvalRate: percent(figures.approved, figures.total),
		averageRating: toOneDecimal(figures.averageRating),
		featuredFeedbacks: figures.featured,
	};
}
