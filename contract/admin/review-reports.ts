import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageNumber, pageSize, pagination } from '#contract/core/paging.ts';
import { byId, messageReply, success } from '#contract/core/schemas.ts';
import { personReview } from '#contract/deals/schemas.ts';
import { CONTENT_REPORT_TYPES, REPORT_STATUSES } from '#contract/reports/facts.ts';
import { enumFilter, searchFilter, sortParam } from './filters.ts';
import {
	REVIEW_REPORT_OUTCOMES,
	reportDismissal,
	reviewReportResolution,
} from './report-decisions.ts';
import {
	caseFields,
	oldestPerTarget,
	otherPendingList,
	personRef,
	REPORT_SORTS,
	reportFields,
} from './reports.ts';

/** Reports about reviews on a page, by default. */
export const ADMIN_REVIEW_REPORTS_PAGE_SIZE = 10;

export const ADMIN_REVIEW_MESSAGES = {
	unhidden: 'The review can be read again.',
	unhideFailed: 'Failed to show the review again',
} as const;

export const adminReviewReportsQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_REVIEW_REPORTS_PAGE_SIZE),
	status: enumFilter(REPORT_STATUSES),
	type: enumFilter(CONTENT_REPORT_TYPES),
	/** Text in the complaint, or the id of the report. */
	q: searchFilter,
	sort: sortParam(REPORT_SORTS),
	each: oldestPerTarget,
});
export const adminReviewReportsExportQuery = z.omit(adminReviewReportsQuery, {
	page: true,
	limit: true,
	each: true,
});

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

export const listReviewReports = endpoint({
	method: 'GET',
	path: '/admin/review-reports',
	summary: 'Lists reports about reviews, newest first by default.',
	auth: 'admin',
	query: adminReviewReportsQuery,
	reply: z.object({ success, reviewReports: z.array(adminReviewReport), pagination }),
});

export const exportReviewReports = endpoint({
	method: 'GET',
	path: '/admin/review-reports/export',
	summary: 'Exports the filtered reports about reviews as CSV.',
	auth: 'admin',
	query: adminReviewReportsExportQuery,
	download: { type: 'text/csv', name: 'review-reports.csv' },
	reply: z.string(),
});

export const getReviewReport = endpoint({
	method: 'GET',
	path: '/admin/review-reports/:id',
	summary: 'Returns a report about a review.',
	auth: 'admin',
	params: byId,
	reply: z.object({
		success,
		reviewReport: adminReviewReport,
		otherPending: otherPendingList(CONTENT_REPORT_TYPES),
		...caseFields,
	}),
});

export const resolveReviewReport = endpoint({
	method: 'PUT',
	path: '/admin/review-reports/:id/resolve',
	summary: 'Upholds a report about a review; the action can hide the review.',
	auth: 'admin',
	params: byId,
	body: reviewReportResolution,
	auditAs: { action: 'ATTEMPT_RESOLVE_REPORT', targetKind: 'review report' },
	reply: messageReply,
});

export const dismissReviewReport = endpoint({
	method: 'PUT',
	path: '/admin/review-reports/:id/dismiss',
	summary: 'Dismisses a report about a review.',
	auth: 'admin',
	params: byId,
	body: reportDismissal,
	auditAs: { action: 'ATTEMPT_DISMISS_REPORT', targetKind: 'review report' },
	reply: messageReply,
});

export const reopenReviewReport = endpoint({
	method: 'PUT',
	path: '/admin/review-reports/:id/reopen',
	summary: 'Lets a decided report about a review wait for a decision again.',
	auth: 'admin',
	params: byId,
	auditAs: { action: 'ATTEMPT_REOPEN_REPORT', targetKind: 'review report' },
	reply: messageReply,
});

export const unhideReview = endpoint({
	method: 'PUT',
	path: '/admin/reviews/:id/unhide',
	summary: 'Lets a hidden review be read and count again.',
	auth: 'admin',
	params: byId,
	auditAs: { action: 'ATTEMPT_UNHIDE_REVIEW', targetKind: 'review' },
	reply: messageReply,
});
