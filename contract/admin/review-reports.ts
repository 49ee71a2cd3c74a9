import * as z from 'zod/mini';
import { pagination } from '#contract/core/paging.ts';
import { byId, success } from '#contract/core/schemas.ts';
import { personReview } from '#contract/deals/schemas.ts';
import { CONTENT_REPORT_TYPES } from '#contract/reports/facts.ts';
import { adminChange, adminExport, adminRead } from './endpoint-factories.ts';
import {
	REVIEW_REPORT_OUTCOMES,
	reportDismissal,
	reviewReportResolution,
} from './report-decisions.ts';
import {
	caseFields,
	NOT_EXPORTED,
	otherPendingList,
	personRef,
	reportFields,
	reportsQuery,
} from './reports.ts';

/** Reports about reviews on a page, by default. */
export const ADMIN_REVIEW_REPORTS_PAGE_SIZE = 10;

export const ADMIN_REVIEW_MESSAGES = {
	unhidden: 'The review can be read again.',
	unhideFailed: 'Failed to show the review again',
} as const;

export const adminReviewReportsQuery = reportsQuery(
	ADMIN_REVIEW_REPORTS_PAGE_SIZE,
	CONTENT_REPORT_TYPES,
);
export const adminReviewReportsExportQuery = z.omit(adminReviewReportsQuery, NOT_EXPORTED);

export const adminReviewReport = z.object({
	...reportFields,
	type: z.enum(CONTENT_REPORT_TYPES),
	action: z.nullable(z.enum(REVIEW_REPORT_OUTCOMES)),
	Review: z.extend(z.omit(personReview, { by: true }), {
		/** Whether an administrator has hidden the review. */
		isHidden: z.boolean(),
		writer: personRef,
		/** The reviewed person. */
		about: personRef,
		/** The item that was sold. */
		itemId: z.int(),
	}),
});
export type AdminReviewReport = z.infer<typeof adminReviewReport>;

export const listReviewReports = adminRead({
	path: '/admin/review-reports',
	summary: 'Lists reports about reviews, newest first by default.',
	query: adminReviewReportsQuery,
	reply: z.object({ success, reviewReports: z.array(adminReviewReport), pagination }),
});

export const exportReviewReports = adminExport({
	path: '/admin/review-reports/export',
	summary: 'Exports the filtered reports about reviews as CSV.',
	query: adminReviewReportsExportQuery,
	download: { type: 'text/csv', name: 'review-reports.csv' },
});

export const getReviewReport = adminRead({
	path: '/admin/review-reports/:id',
	summary: 'Returns a report about a review.',
	params: byId,
	reply: z.object({
		success,
		reviewReport: adminReviewReport,
		otherPending: otherPendingList(CONTENT_REPORT_TYPES),
		...caseFields,
	}),
});

export const resolveReviewReport = adminChange({
	method: 'PUT',
	path: '/admin/review-reports/:id/resolve',
	summary: 'Upholds a report about a review; the action can hide the review.',
	body: reviewReportResolution,
	auditAs: { action: 'ATTEMPT_RESOLVE_REPORT', targetKind: 'review report' },
});

export const dismissReviewReport = adminChange({
	method: 'PUT',
	path: '/admin/review-reports/:id/dismiss',
	summary: 'Dismisses a report about a review.',
	body: reportDismissal,
	auditAs: { action: 'ATTEMPT_DISMISS_REPORT', targetKind: 'review report' },
});

export const reopenReviewReport = adminChange({
	method: 'PUT',
	path: '/admin/review-reports/:id/reopen',
	summary: 'Lets a decided report about a review wait for a decision again.',
	auditAs: { action: 'ATTEMPT_REOPEN_REPORT', targetKind: 'review report' },
});

export const unhideReview = adminChange({
	method: 'PUT',
	path: '/admin/reviews/:id/unhide',
	summary: 'Lets a hidden review be read and count again.',
	auditAs: { action: 'ATTEMPT_UNHIDE_REVIEW', targetKind: 'review' },
});
