import type * as z from 'zod/mini';
import type { AdminFeedback, feedbackAnalytics } from '#contract/admin/feedback.ts';
import { type Column, yesOrNo } from '#server/admin/kit/csv.ts';
import { percent, toOneDecimal } from '#server/admin/kit/numbers.ts';
import type { FeedbackRow, FeedbackStatistics } from './queries.ts';

type FeedbackAnalytics = z.infer<typeof feedbackAnalytics>['analytics'];

/** Feedback as administrators see it. */
export function presentFeedback(row: FeedbackRow): AdminFeedback {
	const { reviewerId, reviewerName, createdAt, reviewedAt, ...fields } = row;
	return {
		...fields,
		category: fields.category as AdminFeedback['category'],
		status: fields.status as AdminFeedback['status'],
		createdAt: new Date(createdAt).toISOString(),
		reviewedAt: reviewedAt === null ? null : new Date(reviewedAt).toISOString(),
		reviewer: reviewerId === null ? null : { id: reviewerId, username: reviewerName ?? '' },
	};
}

/** The columns of the CSV export. */
export const FEEDBACK_COLUMNS: readonly Column<FeedbackRow>[] = [
	{ title: 'Number', value: ({ id }) => id },
	{ title: 'Name', value: ({ name }) => name },
	{ title: 'Email', value: ({ email }) => email },
	{ title: 'Rating', value: ({ rating }) => rating },
	{ title: 'Feedback', value: ({ feedback }) => feedback },
	{ title: 'Category', value: ({ category }) => category },
	{ title: 'Status', value: ({ status }) => status },
	{ title: 'Public', value: ({ isPublic }) => yesOrNo(isPublic) },
	{ title: 'Featured', value: ({ isFeatured }) => yesOrNo(isFeatured) },
	{ title: 'Admin notes', value: ({ adminNotes }) => adminNotes },
	{ title: 'Created', value: ({ createdAt }) => new Date(createdAt) },
	{
		title: 'Reviewed',
		value: ({ reviewedAt }) => (reviewedAt === null ? null : new Date(reviewedAt)),
	},
	{ title: 'Reviewer', value: ({ reviewerName }) => reviewerName },
];

/** The approval rate is a percentage of all feedback; pending feedback counts as not approved. */
export function presentFeedbackStatistics(statistics: FeedbackStatistics): FeedbackAnalytics {
	return {
		totalFeedbacks: statistics.total,
		pendingFeedbacks: statistics.pending,
		approvedFeedbacks: statistics.approved,
		approvalRate: percent(statistics.approved, statistics.total),
		averageRating: toOneDecimal(statistics.averageRating),
		featuredFeedbacks: statistics.featured,
	};
}
