import type { AdminFeedback } from '#contract/admin/feedback.ts';
import { FEEDBACK_CATEGORY_LABELS } from '#contract/feedback/feedback.ts';
import type { Column } from '#web/admin/kit/data-table.tsx';
import { StatusWord } from '#web/admin/kit/status-word.tsx';
import { Words } from '#web/admin/kit/words.tsx';
import { formatDate } from '#web/lib/short-dates.ts';
import { Stars } from './stars.tsx';
import { FEEDBACK_STATUS_LOOKS } from './words.ts';

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
				<Words>{feedback}</Words>
			</span>
		),
	},
	{
		title: 'Category',
		isShort: true,
		only: 'wide',
		cell: ({ category }) => FEEDBACK_CATEGORY_LABELS[category],
	},
	{ title: 'Status', isShort: true, stays: true, cell: (row) => <FeedbackStatus {...row} /> },
	{
		title: 'Date',
		isShort: true,
		only: 'wide',
		cell: ({ createdAt }) => formatDate(createdAt),
	},
];

export function FeedbackStatus({
	status,
	isFeatured,
}: Pick<AdminFeedback, 'status' | 'isFeatured'>) {
	const { tone, label } = FEEDBACK_STATUS_LOOKS[status];
	return (
		<span className="inline-grid">
			<StatusWord tone={tone}>{label}</StatusWord>
			{isFeatured && <span className="pl-3.5 text-xs text-ink-soft">Featured</span>}
		</span>
	);
}
