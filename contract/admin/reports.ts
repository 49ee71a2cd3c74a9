import * as z from 'zod/mini';
import { success } from '../common.ts';
import { pageNumber, pageSize, pagination } from '../paging.ts';
import { ITEM_REPORT_TYPES, REPORT_STATUSES, USER_REPORT_TYPES } from '../reports.ts';
import { oneOf, search } from './filters.ts';
import { ITEM_REPORT_OUTCOMES, USER_REPORT_OUTCOMES } from './report-decisions.ts';

export const ADMIN_REPORTS_PAGE = 50;
export const ADMIN_USER_REPORTS_PAGE = 10;

export const adminReportsQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_REPORTS_PAGE),
	status: oneOf(REPORT_STATUSES),
	type: oneOf(ITEM_REPORT_TYPES),
	q: search,
});

export const adminUserReportsQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_USER_REPORTS_PAGE),
	status: oneOf(REPORT_STATUSES),
	type: oneOf(USER_REPORT_TYPES),
	q: search,
});

const named = z.object({ id: z.int(), userName: z.string() });

/** What both kinds of report have. */
const report = {
	id: z.int(),
	complaint: z.string(),
	status: z.enum(REPORT_STATUSES),
	createdAt: z.iso.datetime(),
	resolvedAt: z.nullable(z.iso.datetime()),
	adminNotes: z.nullable(z.string()),
	reporter: named,
	/** Who decided; null while pending. */
	resolver: z.nullable(z.object({ id: z.int(), username: z.string() })),
};

export const adminItemReport = z.object({
	...report,
	type: z.enum(ITEM_REPORT_TYPES),
	action: z.nullable(z.enum(ITEM_REPORT_OUTCOMES)),
	Item: z.object({ id: z.int(), title: z.string(), Owner: named }),
});

export const adminUserReport = z.object({
	...report,
	type: z.enum(USER_REPORT_TYPES),
	action: z.nullable(z.enum(USER_REPORT_OUTCOMES)),
	itemId: z.nullable(z.int()),
	/** The chat it is about. */
	roomId: z.nullable(z.string()),
	reportedUser: z.extend(named, { isVerified: z.boolean() }),
});

export const adminReports = z.object({ success, reports: z.array(adminItemReport), pagination });
export const adminUserReports = z.object({
	success,
	userReports: z.array(adminUserReport),
	pagination,
});
