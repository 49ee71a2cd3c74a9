import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import type { reviewReportResolution } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_REVIEW_REPORTS_PAGE_SIZE,
	type AdminReviewReport,
	dismissReviewReport,
	exportReviewReports,
	getReviewReport,
	listReviewReports,
	reopenReviewReport,
	resolveReviewReport,
} from '#contract/admin/review-reports.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { isolated } from '#contract/core/format.ts';
import { CONTENT_REPORT_TYPES } from '#contract/reports/facts.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { REPORT_COLUMNS } from './report-columns.tsx';
import { reportKind } from './report-kind.ts';
import { ReviewReportTarget } from './review-report-target.tsx';
import { SHARED_DECISIONS } from './shared-decisions.ts';
import { UnhideReview } from './unhide-review.tsx';

/** Reports about reviews: their list, panel and decisions. */
export const REVIEW_REPORTS = reportKind<AdminReviewReport>({
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
