import * as z from 'zod/mini';
import { chatPhoto } from '#contract/chat/photos.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageNumber, pageSize, pagination } from '#contract/core/paging.ts';
import { byId, id, messageReply, success } from '#contract/core/schemas.ts';
import { ITEM_STATUSES } from '#contract/items/facts.ts';
import {
	CONTENT_REPORT_TYPES,
	REPORT_STATUSES,
	USER_REPORT_TYPES,
} from '#contract/reports/facts.ts';
import { adminDealSummary } from './deals.ts';
import { adminChange, adminExport, adminRead } from './endpoint-factories.ts';
import { REPORT_DECISION_ERRORS } from './errors.ts';
import { enumFilter, searchFilter, sortParam } from './filters.ts';
import { adminHistory } from './history.ts';
import { adminItem } from './items.ts';
import {
	ITEM_REPORT_OUTCOMES,
	itemReportResolution,
	reportDismissal,
	USER_REPORT_OUTCOMES,
	userReportResolution,
} from './report-decisions.ts';

/** Reports about items on a page, by default. */
export const ADMIN_REPORTS_PAGE_SIZE = 50;
/** Reports about users on a page, by default. */
export const ADMIN_USER_REPORTS_PAGE_SIZE = 10;
/** The first is the default. `oldest` is for administrators who decide pending reports one after the other. */
export const REPORT_SORTS = ['newest', 'oldest'] as const;
/** Maximum number of messages shown of a reported chat. */
export const CHAT_EXCERPT_MAX = 50;

/** The filters of a list of reports, by default with the newest first. */
export function reportsQuery<const Type extends string>(rows: number, types: readonly Type[]) {
	return z.object({
		page: pageNumber,
		limit: pageSize(rows),
		status: enumFilter(REPORT_STATUSES),
		type: enumFilter(types),
		/** Text in the complaint, or the id of the report. */
		q: searchFilter,
		sort: sortParam(REPORT_SORTS),
		/**
		 * `target`: one report for each item, user or review with matching reports: the oldest pending one or, if none is
		 * pending, the newest.
		 */
		each: enumFilter(['target']),
	});
}

/** What an export leaves out of the filters of its list. */
export const NOT_EXPORTED = { page: true, limit: true, each: true } as const;

export const adminReportsQuery = reportsQuery(ADMIN_REPORTS_PAGE_SIZE, CONTENT_REPORT_TYPES);
export const adminReportsExportQuery = z.omit(adminReportsQuery, NOT_EXPORTED);
export const adminUserReportsQuery = reportsQuery(ADMIN_USER_REPORTS_PAGE_SIZE, USER_REPORT_TYPES);
export const adminUserReportsExportQuery = z.omit(adminUserReportsQuery, NOT_EXPORTED);

export const personRef = z.object({
	id: z.int(),
	userName: z.string(),
	/** Set if the account was erased. */
	isGone: z.optional(z.literal(true)),
});

/** Fields of every kind of report. */
export const reportFields = {
	id: z.int(),
	complaint: z.string(),
	status: z.enum(REPORT_STATUSES),
	createdAt: z.iso.datetime(),
	resolvedAt: z.nullable(z.iso.datetime()),
	adminNotes: z.nullable(z.string()),
	reporter: personRef,
	/** The administrator who decided; null while pending. */
	resolver: z.nullable(z.object({ id: z.int(), username: z.string() })),
	/** Number of pending reports about the same item, user or review, including this one. */
	pendingForTarget: z.int(),
	/** Number of all reports about it, and of the people who sent them. */
	reportsForTarget: z.int(),
	reportersForTarget: z.int(),
};

/** How many reports, and how many of them were upheld. */
const reportCounts = z.object({ all: z.int(), upheld: z.int() });

/** What administrators know of a person beside a report: by whom or about whom it is. */
export const personRecord = z.object({
	id: z.int(),
	joinedAt: z.iso.datetime(),
	warnings: z.int(),
	bans: z.int(),
	/** Reports about the person and what the person posted. */
	against: reportCounts,
	/** Reports that the person sent. */
	sent: reportCounts,
});
export type PersonRecord = z.infer<typeof personRecord>;

/** Sent with one report in full, and not with those of a list. */
export const caseFields = {
	/** The records of the reporter and of the reported person. */
	records: z.optional(z.array(personRecord)),
	/** What administrators did with this report, newest first. */
	history: z.optional(adminHistory),
};

export const adminItemReport = z.object({
	...reportFields,
	type: z.enum(CONTENT_REPORT_TYPES),
	action: z.nullable(z.enum(ITEM_REPORT_OUTCOMES)),
	Item: z.object({
		id: z.int(),
		title: z.string(),
		status: z.enum(ITEM_STATUSES),
		/** Whether the item was deleted and is visible to nobody. */
		isDeleted: z.boolean(),
		/** URL of the cover, signed if the item is not public; null if the photos are deleted. */
		image: z.nullable(z.string()),
		Owner: z.extend(personRef, { isBanned: z.boolean() }),
	}),
});
export type AdminItemReport = z.infer<typeof adminItemReport>;

export const adminUserReport = z.object({
	...reportFields,
	type: z.enum(USER_REPORT_TYPES),
	action: z.nullable(z.enum(USER_REPORT_OUTCOMES)),
	itemId: z.nullable(z.int()),
	/** The reported chat. */
	roomId: z.nullable(z.string()),
	/** Until when administrators can read again what they read of the chat; null while pending, or if nothing was read. */
	chatKeptUntil: z.nullable(z.iso.datetime()),
	/** The deal in the reported chat; null without a chat, or before the first step. */
	deal: z.nullable(adminDealSummary),
	reportedUser: z.extend(personRef, { isVerified: z.boolean(), isBanned: z.boolean() }),
});
export type AdminUserReport = z.infer<typeof adminUserReport>;

export const adminReports = z.object({ success, reports: z.array(adminItemReport), pagination });
export const adminUserReports = z.object({
	success,
	userReports: z.array(adminUserReport),
	pagination,
});

export const chatExcerpt = z.object({
	success,
	/** The last messages of the chat, oldest first. */
	messages: z.array(
		z.object({
			id: z.int(),
			senderId: z.int(),
			senderName: z.string(),
			/** Null for photos only, and if the sender's account was erased. */
			text: z.nullable(z.string()),
			photos: z.array(chatPhoto),
			createdAt: z.iso.datetime(),
		}),
	),
});

/** Other pending reports about the same target, oldest first, at most `OTHER_REPORTS_MAX`. */
export function otherPendingList<const Type extends string>(types: readonly Type[]) {
	const other = z.object({
		id: z.int(),
		type: z.enum(types),
		complaint: z.string(),
		createdAt: z.iso.datetime(),
		reporter: personRef,
	});
	return z.optional(z.array(other));
}

const reportReply = z.object({
	success,
	report: adminItemReport,
	/** The item as the screen of items shows it; null once it is deleted. */
	item: z.optional(z.nullable(adminItem)),
	otherPending: otherPendingList(CONTENT_REPORT_TYPES),
	...caseFields,
});
const userReportReply = z.object({
	success,
	userReport: adminUserReport,
	otherPending: otherPendingList(USER_REPORT_TYPES),
	...caseFields,
});

export const listReports = adminRead({
	path: '/admin/reports',
	summary: 'Lists reports about items, newest first by default.',
	query: adminReportsQuery,
	reply: adminReports,
});

export const exportReports = adminExport({
	path: '/admin/reports/export',
	summary: 'Exports the filtered reports about items as CSV.',
	query: adminReportsExportQuery,
	download: { type: 'text/csv', name: 'item-reports.csv' },
});

export const getReport = adminRead({
	path: '/admin/reports/:id',
	summary: 'Returns a report about an item.',
	params: byId,
	reply: reportReply,
});

export const resolveReport = adminChange({
	method: 'PUT',
	path: '/admin/reports/:id/resolve',
	summary: 'Upholds a report about an item and performs the action.',
	body: itemReportResolution,
	auditAs: { action: 'ATTEMPT_RESOLVE_REPORT', targetKind: 'report' },
});

export const dismissReport = adminChange({
	method: 'PUT',
	path: '/admin/reports/:id/dismiss',
	summary: 'Dismisses a report about an item.',
	body: reportDismissal,
	auditAs: { action: 'ATTEMPT_DISMISS_REPORT', targetKind: 'report' },
});

export const listUserReports = adminRead({
	path: '/admin/user-reports',
	summary: 'Lists reports about users, newest first by default.',
	query: adminUserReportsQuery,
	reply: adminUserReports,
});

export const exportUserReports = adminExport({
	path: '/admin/user-reports/export',
	summary: 'Exports the filtered reports about users as CSV.',
	query: adminUserReportsExportQuery,
	download: { type: 'text/csv', name: 'user-reports.csv' },
});

export const getUserReport = adminRead({
	path: '/admin/user-reports/:id',
	summary: 'Returns a report about a user.',
	params: byId,
	reply: userReportReply,
});

export const getReportedChat = adminRead({
	path: '/admin/user-reports/:id/chat',
	summary:
		'Returns the last messages of the chat of a pending report, or for 90 days those that were read before its decision; every access is logged.',
	params: byId,
	auditAs: { action: 'ATTEMPT_VIEW_CHAT', targetKind: 'user report' },
	reply: chatExcerpt,
});

export const resolveUserReport = adminChange({
	method: 'PUT',
	path: '/admin/user-reports/:id/resolve',
	summary: 'Upholds a report about a user and performs the action.',
	body: userReportResolution,
	auditAs: { action: 'ATTEMPT_RESOLVE_REPORT', targetKind: 'user report' },
});

export const dismissUserReport = adminChange({
	method: 'PUT',
	path: '/admin/user-reports/:id/dismiss',
	summary: 'Dismisses a report about a user.',
	body: reportDismissal,
	auditAs: { action: 'ATTEMPT_DISMISS_REPORT', targetKind: 'user report' },
});

export const reopenReport = adminChange({
	method: 'PUT',
	path: '/admin/reports/:id/reopen',
	summary: 'Lets a decided report about an item wait for a decision again.',
	auditAs: { action: 'ATTEMPT_REOPEN_REPORT', targetKind: 'report' },
});

export const reopenUserReport = adminChange({
	method: 'PUT',
	path: '/admin/user-reports/:id/reopen',
	summary: 'Lets a decided report about a user wait for a decision again.',
	auditAs: { action: 'ATTEMPT_REOPEN_REPORT', targetKind: 'user report' },
});

/** What was banned: the pending reports about it, or about a person's items and wanted posts too, can be resolved at once. */
const bannedTarget = {
	about: z.enum(['user', 'item'], REPORT_DECISION_ERRORS.badAbout.message),
	id,
};
export type BannedTarget = z.infer<z.ZodMiniObject<typeof bannedTarget>>;

export const countOpenReports = adminRead({
	path: '/admin/open-reports',
	summary:
		'Counts the pending reports about an item, or about a user with their items and wanted posts.',
	query: z.object(bannedTarget),
	reply: z.object({ success, count: z.int() }),
});

export const resolveOpenReports = endpoint({
	method: 'PUT',
	path: '/admin/open-reports/resolve',
	summary: 'Resolves these reports with the ban of the item or the user, and its reason.',
	auth: 'admin',
	body: z.object(bannedTarget),
	auditAs: { action: 'ATTEMPT_RESOLVE_REPORT', targetKind: 'reports' },
	reply: messageReply,
});
