import {
	ADMIN_FEEDBACK_LIMITS,
	ADMIN_FEEDBACK_MESSAGES,
	type AdminFeedback,
	exportFeedback,
	getAdminFeedback,
	listAdminFeedback,
} from '#contract/admin/feedback.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { isolated } from '#contract/core/format.ts';
import { FEEDBACK_CATEGORY_LABELS } from '#contract/feedback/facts.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import { formatListDate } from '#web/admin/kit/date-text.ts';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import type { ListSection } from '#web/admin/kit/list-section.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { FEEDBACK_BULK_CHANGES, feedbackActions } from './feedback-actions.ts';
import { FeedbackDetails } from './feedback-details.tsx';
import { FeedbackStatistics } from './feedback-statistics.tsx';
import { FeedbackStatus } from './feedback-status.tsx';
import { CATEGORY_OPTIONS, RATING_FILTER, STATUS_OPTIONS } from './labels.ts';
import { Stars } from './stars.tsx';

const FEEDBACK: ListSection<AdminFeedback> = {
	dataKind: 'feedback',
	heading: ADMIN_PAGE_TABLE.feedback.label,
	noun: { singular: 'entry', plural: 'entries' },
	list: listFrom(listAdminFeedback, ({ feedbacks, pagination }) => ({
		rows: feedbacks,
		pagination,
	})),
	pageSize: ADMIN_FEEDBACK_LIMITS.page,
	search: { name: 'q', label: 'Search feedback' },
	filters: {
		status: { label: 'Status', options: STATUS_OPTIONS },
		category: { label: 'Category', options: CATEGORY_OPTIONS },
		rating: RATING_FILTER,
	},
	loadFailed: ADMIN_FEEDBACK_MESSAGES.loadFailed,
	nothingFound: { title: 'No feedback matches these filters.' },
	nothingYet: {
		title: 'No feedback yet',
		hint: 'What people say about the market is listed here, newest first.',
	},
	columns: [
		{ title: 'Name', isMain: true, cell: ({ name }) => name },
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
			cell: ({ createdAt }) => formatListDate(createdAt),
		},
	],
	nameOf: ({ name }) => `feedback from ${isolated(name)}`,
	openedParam: 'feedback',
	details: {
		title: (entry) => (entry ? `Feedback from ${isolated(entry.name)}` : 'Feedback'),
		find: async (id, signal) => ({
			row: (await callAdminApi(getAdminFeedback, { params: { id }, signal })).feedback,
		}),
		render: ({ row }) => <FeedbackDetails entry={row} />,
	},
	rowActions: feedbackActions,
	keys: { x: 'select', a: 'approve', r: 'reject', f: 'feature', d: 'delete' },
	bulk: {
		allLabel: 'Select all pending feedback',
		isSelectable: ({ status }) => status === 'pending',
		changes: FEEDBACK_BULK_CHANGES,
	},
	changeFailed: ADMIN_FEEDBACK_MESSAGES.changeFailed,
	export: {
		endpoint: exportFeedback,
		label: 'Export CSV',
		failureMessage: ADMIN_FEEDBACK_MESSAGES.exportFailed,
	},
};

/** The users' feedback on the market, and the decisions on publishing it. */
export function FeedbackPage() {
	return (
		<ListScreen section={FEEDBACK}>
			<FeedbackStatistics />
		</ListScreen>
	);
}
