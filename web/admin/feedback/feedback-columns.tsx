import type { AdminFeedback } from '#contract/admin/feedback.ts';
import { FEEDBACK_CATEGORY_LABELS } from '#contract/feedback/feedback.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import type { Column } from '#web/admin/kit/data-table.tsx';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { formatDate } from '#web/lib/short-dates.ts';
import { FEEDBACK_STATUS_STYLES } from './labels.ts';
import { Stars } from './stars.tsx';

export const FEEDBACK_COLUMNS: readonly Column<AdminFeedback>[] = [
	{
		title: 'Name',
		isMain: true,
		cell: ({ name }) => name,
	},
	{ title: 'Rating', cell: ({ rating }) => <Stars rating={rating} /> },
	{
		title: 'Feedback',
		cell: ({ feedback }) => (
			<span className="line-clamp-2 max-w-prose">
				<BreakableText>{feedback}</BreakableText>
			</span>
		),
	},
	{
		title: 'Category',
		isNowrap: true,
		visibleFrom: 'wide',
		cell: ({ category }) => FEEDBACK_CATEGORY_LABELS[category],
	},
	{
		title: 'Status',
		isNowrap: true,
		isShownBesidePanel: true,
		cell: (row) => <FeedbackStatus {...row} />,
	},
	{
		title: 'Date',
		isNowrap: true,
		visibleFrom: 'wide',
		cell: ({ createdAt }) => formatDate(createdAt),
	},
];

export function FeedbackStatus({
	status,
	isFeatured,
}: Pick<AdminFeedback, 'status' | 'isFeatured'>) {
	const { tone, label } = FEEDBACK_STATUS_STYLES[status];
	return (
		<span className="inline-grid">
			<StatusLabel tone={tone}>{label}</StatusLabel>
			{isFeatured && <span className="pl-3.5 text-xs text-ink-soft">Featured</span>}
		</span>
	);
}
