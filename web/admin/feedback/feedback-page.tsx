import { useQuery } from '@tanstack/react-query';
import {
	ADMIN_FEEDBACK_LIMITS,
	ADMIN_FEEDBACK_MESSAGES,
	type AdminFeedback,
	approveFeedback,
	bulkApproveFeedback,
	deleteFeedback,
	exportFeedback,
	feedbackNote,
	getAdminFeedback,
	getFeedbackAnalytics,
	listAdminFeedback,
	rejectFeedback,
	toggleFeatured,
} from '#contract/admin/feedback.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { formatCount, isolated } from '#contract/core/format.ts';
import {
	FEEDBACK_CATEGORY_LABELS,
	FEEDBACK_LIMITS,
	RATING_LABELS,
} from '#contract/feedback/facts.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import { formatListDate } from '#web/admin/kit/date-text.ts';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import type { BulkChange, Filter, ListSection, RowAction } from '#web/admin/kit/list-section.ts';
import { canRetry, loadErrorMessage } from '#web/admin/kit/query-content.tsx';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { formatRate, StatCard } from '#web/admin/kit/stat-card.tsx';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { StarRow } from '#web/ui/star-shape.tsx';

const FEEDBACK_STATUS_STYLES: Readonly<
	Record<AdminFeedback['status'], { tone: StatusTone; label: string }>
> = {
	pending: { tone: 'warn', label: 'Pending' },
	approved: { tone: 'good', label: 'Approved' },
	rejected: { tone: 'quiet', label: 'Rejected' },
};

const STATUS_OPTIONS = {
	all: 'All statuses',
	pending: FEEDBACK_STATUS_STYLES.pending.label,
	approved: FEEDBACK_STATUS_STYLES.approved.label,
	rejected: FEEDBACK_STATUS_STYLES.rejected.label,
} as const;

const CATEGORY_OPTIONS = { all: 'All categories', ...FEEDBACK_CATEGORY_LABELS } as const;

/** '4 of 5, Very Good!'. */
function ratingLabel(rating: number): string {
	const label = RATING_LABELS[rating as keyof typeof RATING_LABELS];
	return label ? `${rating} of 5, ${label}` : `${rating} of 5`;
}

/** In a group, because an object has its numbers first: 'All ratings' would be the last choice. */
const RATING_FILTER: Filter = {
	label: 'Rating',
	options: { all: 'All ratings' },
	groups: [
		{
			label: 'Stars',
			options: Object.fromEntries([1, 2, 3, 4, 5].map((rating) => [rating, ratingLabel(rating)])),
		},
	],
};

/** A rating as stars, then in words. Screen readers read only the words. */
function Stars({ rating }: { rating: number }) {
	return (
		<span className="inline-flex flex-wrap items-center gap-x-2">
			<span aria-hidden="true" className="inline-flex">
				<StarRow filled={rating} max={FEEDBACK_LIMITS.ratingMax} className="size-4" />
			</span>
			<span className="text-xs wide:line-clamp-1">{ratingLabel(rating)}</span>
		</span>
	);
}

/** The status of a feedback entry, and whether it is featured. */
function FeedbackStatus({ status, isFeatured }: Pick<AdminFeedback, 'status' | 'isFeatured'>) {
	const { tone, label } = FEEDBACK_STATUS_STYLES[status];
	return (
		<span className="inline-grid">
			<StatusLabel tone={tone}>{label}</StatusLabel>
			{isFeatured && <span className="pl-3.5 text-xs text-ink-soft">Featured</span>}
		</span>
	);
}

/** The panel's content about one feedback entry. */
function FeedbackDetails({ entry }: { entry: AdminFeedback }) {
	const { email, category, isPublic, createdAt, reviewer, reviewedAt, adminNotes } = entry;
	return (
		<>
			<div className="grid gap-2">
				<p className="flex flex-wrap items-center gap-x-4 gap-y-1">
					<FeedbackStatus {...entry} />
					<Stars rating={entry.rating} />
				</p>
				<blockquote className="border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
					{entry.feedback}
				</blockquote>
			</div>
			<dl className="grid gap-3">
				<Detail label="Email">
					{/* Opens a new page: otherwise the browser fires `beforeunload` here, which sends the delayed changes. */}
					<a
						href={`mailto:${email}`}
						target="_blank"
						rel="noreferrer"
						className="font-semibold text-link"
					>
						{email}
					</a>
				</Detail>
				<Detail label="Category">{FEEDBACK_CATEGORY_LABELS[category]}</Detail>
				<Detail label="Public">{isPublic ? 'Yes, a testimonial' : 'No'}</Detail>
				<Detail label="Sent">{formatMoment(createdAt)}</Detail>
				{reviewer && <Detail label="Reviewed by">{reviewer.username}</Detail>}
				{reviewedAt && <Detail label="Reviewed">{formatMoment(reviewedAt)}</Detail>}
				{adminNotes && <Detail label="Notes">{adminNotes}</Detail>}
			</dl>
		</>
	);
}

/** The number of feedback entries and their ratings. */
function FeedbackStatistics() {
	const {
		data: statistics,
		error,
		refetch,
	} = useQuery({
		queryKey: ['feedback', 'figures'],
		queryFn: async ({ signal }) => (await callAdminApi(getFeedbackAnalytics, { signal })).analytics,
	});

	if (error && !statistics) {
		return (
			<div role="alert" className="flex flex-wrap items-center gap-3">
				<p className="text-sm font-semibold text-bad">
					{loadErrorMessage(error, ADMIN_FEEDBACK_MESSAGES.loadFailed)}
				</p>
				{canRetry(error) && (
					<Button size="small" onClick={() => void refetch()}>
						Try again
					</Button>
				)}
			</div>
		);
	}
	return (
		<dl
			aria-label="Feedback in figures"
			className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3"
		>
			<StatCard
				label="Total Feedback"
				value={statistics && formatCount(statistics.totalFeedbacks)}
			/>
			<StatCard label="Pending" value={statistics && formatCount(statistics.pendingFeedbacks)} />
			<StatCard label="Approved" value={statistics && formatCount(statistics.approvedFeedbacks)} />
			<StatCard label="Approval Rate" value={statistics && formatRate(statistics.approvalRate)} />
			<StatCard label="Average Rating" value={statistics && `${statistics.averageRating} of 5`} />
			<StatCard label="Featured" value={statistics && formatCount(statistics.featuredFeedbacks)} />
		</dl>
	);
}

/** What an approval does. */
const SHOWN_ONCE_FEATURED = 'Approved feedback is shown on the market once it is featured.';

/** The actions on one feedback entry. */
function feedbackActions(entry: AdminFeedback): RowAction[] {
	const { status } = entry;
	if (status === 'pending') return [approval(entry), rejection(entry), deletion(entry)];
	if (status === 'approved') return [featuring(entry), rejection(entry), deletion(entry)];
	return [approvalAfterAll(entry), deletion(entry)];
}

/** Sent only after some seconds, in which it can be undone. */
function approval({ id, name }: AdminFeedback): RowAction {
	const body = { isPublic: true, isFeatured: false };
	return {
		label: 'Approve',
		key: 'a',
		delayedMessage: `Approving the feedback from ${isolated(name)}. ${SHOWN_ONCE_FEATURED}`,
		send: () => callAdminApi(approveFeedback, { params: { id }, body }),
	};
}

function approvalAfterAll({ id, name }: AdminFeedback): RowAction {
	const body = { isPublic: true, isFeatured: false, afterAll: true };
	return {
		label: 'Approve after all',
		key: 'a',
		send: () => callAdminApi(approveFeedback, { params: { id }, body }),
		confirm: {
			title: `Approve the feedback from ${isolated(name)}`,
			question: SHOWN_ONCE_FEATURED,
		},
	};
}

/** Of approved feedback: takes the approval back. */
function rejection({ id, status }: AdminFeedback): RowAction {
	const afterAll = status === 'approved';
	const label = afterAll ? 'Un-approve' : 'Reject';
	return {
		label,
		key: 'r',
		isSecondary: true,
		send: (adminNotes) =>
			callAdminApi(rejectFeedback, { params: { id }, body: { adminNotes, afterAll } }),
		ask: {
			title: `${label} feedback`,
			description: afterAll
				? 'It counts as rejected then, and is not shown to anyone. Its author is not told.'
				: 'It is not shown to anyone. The person who wrote it is not told.',
			label: 'Note (optional)',
			hint: `Kept with the feedback; without one it says “${ADMIN_FEEDBACK_MESSAGES.rejectedNote}”.`,
			schema: feedbackNote,
			name: 'adminNotes',
		},
	};
}

function featuring({ id, isFeatured }: AdminFeedback): RowAction {
	const setFeatured = (value: boolean) =>
		callAdminApi(toggleFeatured, { params: { id }, body: { isFeatured: value } });
	return {
		label: isFeatured ? 'Unfeature' : 'Feature',
		key: 'f',
		send: async () => {
			const { message } = await setFeatured(!isFeatured);
			return { message, undo: () => setFeatured(isFeatured) };
		},
	};
}

function deletion({ id, name }: AdminFeedback): RowAction {
	return {
		label: 'Delete',
		key: 'd',
		isSecondary: true,
		isDestructive: true,
		removesRow: true,
		send: () => callAdminApi(deleteFeedback, { params: { id } }),
		confirm: {
			title: `Delete the feedback from ${isolated(name)}`,
			question: 'It is gone for good, also from what its author can export.',
		},
	};
}

/** The bulk actions on selected feedback. */
const FEEDBACK_BULK_CHANGES: readonly BulkChange<AdminFeedback>[] = [
	{
		label: 'Approve selected',
		verb: 'Approve',
		state: 'decided',
		isAlready: ({ status }) => status !== 'pending',
		consequence: SHOWN_ONCE_FEATURED,
		send: (feedbackIds) =>
			callAdminApi(bulkApproveFeedback, { body: { feedbackIds, isPublic: true } }),
	},
];

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
