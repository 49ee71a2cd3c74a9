import type { AdminFeedback } from '#contract/admin/feedback.ts';
import { FEEDBACK_CATEGORY_LABELS, RATING_LABELS } from '#contract/feedback/facts.ts';
import type { Filter } from '#web/admin/kit/list-section.ts';
import type { StatusTone } from '#web/admin/kit/status-label.tsx';

export const FEEDBACK_STATUS_STYLES: Readonly<
	Record<AdminFeedback['status'], { tone: StatusTone; label: string }>
> = {
	pending: { tone: 'warn', label: 'Pending' },
	approved: { tone: 'good', label: 'Approved' },
	rejected: { tone: 'quiet', label: 'Rejected' },
};

export const STATUS_OPTIONS = {
	all: 'All statuses',
	pending: FEEDBACK_STATUS_STYLES.pending.label,
	approved: FEEDBACK_STATUS_STYLES.approved.label,
	rejected: FEEDBACK_STATUS_STYLES.rejected.label,
} as const;

export const CATEGORY_OPTIONS = { all: 'All categories', ...FEEDBACK_CATEGORY_LABELS } as const;

/** '4 of 5, Very Good!'. */
export function ratingLabel(rating: number): string {
	const label = RATING_LABELS[rating as keyof typeof RATING_LABELS];
	return label ? `${rating} of 5, ${label}` : `${rating} of 5`;
}

/** In a group, because an object has its numbers first: 'All ratings' would be the last choice. */
export const RATING_FILTER: Filter = {
	label: 'Rating',
	options: { all: 'All ratings' },
	groups: [
		{
			label: 'Stars',
			options: Object.fromEntries([1, 2, 3, 4, 5].map((rating) => [rating, ratingLabel(rating)])),
		},
	],
};
