import { useEffect, useRef } from 'react';
import { ADMIN_PAGE_TABLE, ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { reviewReportResolution } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_REVIEW_MESSAGES,
	ADMIN_REVIEW_REPORTS_PAGE_SIZE,
	type AdminReviewReport,
	dismissReviewReport,
	exportReviewReports,
	getReviewReport,
	listReviewReports,
	reopenReviewReport,
	resolveReviewReport,
	unhideReview,
} from '#contract/admin/review-reports.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { isolated } from '#contract/core/format.ts';
import { REVIEW_TAG_LABELS } from '#contract/deals/labels.ts';
import { REVIEW_TEXTS } from '#contract/deals/review-texts.ts';
import { CONTENT_REPORT_TYPES } from '#contract/reports/facts.ts';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { PersonLink } from './report-details.tsx';
import { REPORT_COLUMNS, reportKind, SHARED_DECISIONS } from './report-kind.tsx';
import { ReportsScreen } from './reports-screen.tsx';

/** The reported review with its answer, and links to its people and its item. */
function ReviewReportTarget({ review }: { review: AdminReviewReport['Review'] }) {
	const { stars, tags, text, answer, isHidden, writer, about, itemId, createdAt } = review;

	return (
		<section aria-label="Review" className="grid gap-2 rounded-card border border-line p-3 text-sm">
			<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<Stars stars={stars} />
				{isHidden ? (
					<StatusLabel tone="bad">Hidden</StatusLabel>
				) : (
					<StatusLabel tone="good">Shown</StatusLabel>
				)}
			</p>
			{tags.length > 0 && <p>{tags.map((tag) => REVIEW_TAG_LABELS[tag]).join(', ')}</p>}
			{text && <p className="text-base wrap-anywhere whitespace-pre-line">{text}</p>}
			{answer && (
				<p className="border-l-3 border-line pl-3 wrap-anywhere whitespace-pre-line">
					<span className="block text-ink-soft">{REVIEW_TEXTS.answerOf(about.userName)}</span>
					{answer.text}
				</p>
			)}
			<p className="wrap-anywhere">
				<PersonLink {...writer} /> <span className="text-ink-soft">about</span>{' '}
				<PersonLink {...about} />
				<span className="text-ink-soft">, {formatMoment(createdAt)}, </span>
				<Link to={`${ADMIN_PAGES.items}?item=${itemId}`} className="font-semibold text-link">
					Item {itemId}
				</Link>
			</p>
		</section>
	);
}

/** The button that makes a hidden review public again. Also offered after the report was decided. */
function UnhideReview({ review }: { review: AdminReviewReport['Review'] }) {
	const unhide = useAdminChange({
		run: (id: number) => callAdminApi(unhideReview, { params: { id } }),
		dataKinds: ['review-reports', 'users'],
		failureMessage: ADMIN_REVIEW_MESSAGES.unhideFailed,
	});

	const button = useRef<HTMLButtonElement>(null);

	// When the review is visible again, this button disappears. The focus then moves to the panel.
	useEffect(() => {
		const content = button.current?.closest<HTMLElement>('[tabindex="-1"]');
		return () => {
			if (document.activeElement === document.body) content?.focus({ preventScroll: true });
		};
	}, []);

	return (
		<Button
			ref={button}
			size="small"
			busy={unhide.isPending}
			onClick={() => unhide.mutate(review.id)}
			className="justify-self-start"
		>
			Show the review again
		</Button>
	);
}

/** Reports about reviews: their list, panel and decisions. */
const REVIEW_REPORTS = reportKind<AdminReviewReport>({
	dataKind: 'review-reports',
	heading: ADMIN_PAGE_TABLE.reviewReports.label,
	list: listFrom(listReviewReports, ({ reviewReports, pagination }) => ({
		rows: reviewReports,
		pagination,
	})),
	exportEndpoint: exportReviewReports,
	pageSize: ADMIN_REVIEW_REPORTS_PAGE_SIZE,
	types: CONTENT_REPORT_TYPES,
	columns: [
		REPORT_COLUMNS.complaint,
		{ title: 'Review of', cell: ({ Review }) => Review.about.userName },
		{ title: 'Stars', isNumeric: true, cell: ({ Review }) => Review.stars },
		REPORT_COLUMNS.status,
		{ title: 'Written by', visibleFrom: 'widest', cell: ({ Review }) => Review.writer.userName },
		REPORT_COLUMNS.reporter,
		REPORT_COLUMNS.type,
		REPORT_COLUMNS.count,
		REPORT_COLUMNS.date,
	],
	// The reporter comes first: in “review … by Meena” Meena would seem to be the writer of the review.
	nameOf: (report) =>
		`report by ${isolated(report.reporter.userName)} about ${reviewNameOf(report)}`,
	targetLabel: 'this review',
	targetNameOf: reviewNameOf,
	targetOf: ({ Review }) => Review.id,
	targetNoun: { singular: 'review', plural: 'reviews' },
	notesHint: 'Only administrators see them.',
	find: async (id, signal) => {
		const reply = await callAdminApi(getReviewReport, { params: { id }, signal });
		return { ...reply, report: reply.reviewReport, otherPending: reply.otherPending ?? [] };
	},
	reopen: (id) => callAdminApi(reopenReviewReport, { params: { id } }),
	personOf: ({ Review }) => Review.writer,
	dismiss: (id, body) => callAdminApi(dismissReviewReport, { params: { id }, body }),
	resolve: (id, input) => {
		// The cast is safe: `decisions` below has none about an item or a person.
		const body = input as SchemaInput<typeof reviewReportResolution>;
		return callAdminApi(resolveReviewReport, { params: { id }, body });
	},
	decisions: [
		SHARED_DECISIONS.reject,
		SHARED_DECISIONS.approve,
		{
			type: 'hide_review',
			label: 'Hide review',
			key: 'h',
			isDestructive: true,
			isSecondary: true,
			question: ({ Review }) =>
				`Nobody can read the review of ${isolated(Review.about.userName)} any longer, and it does not count. Hide it?`,
		},
	],
	isPossible: (type, { Review }) => !(type === 'hide_review' && Review.isHidden),
	renderTarget: ({ Review }) => <ReviewReportTarget review={Review} />,
	renderMore: ({ Review }) => Review.isHidden && <UnhideReview review={Review} />,
});

/** 'Vikram’s review of Ravi'. */
function reviewNameOf({ Review: { writer, about } }: AdminReviewReport): string {
	return `${isolated(writer.userName)}’s review of ${isolated(about.userName)}`;
}

/** The page of the reports about reviews. */
export function ReviewReportsPage() {
	return <ReportsScreen kind={REVIEW_REPORTS} />;
}
