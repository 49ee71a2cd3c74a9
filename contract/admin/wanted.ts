import * as z from 'zod/mini';
import { pageNumber, pageSize, pagination } from '#contract/core/paging.ts';
import { byId, success } from '#contract/core/schemas.ts';
import { CONTENT_REPORT_TYPES } from '#contract/reports/facts.ts';
import { WANTED_STATUSES } from '#contract/wanted/facts.ts';
import { shownWantedFields } from '#contract/wanted/schemas.ts';
import { adminChange, adminExport, adminRead } from './endpoint-factories.ts';
import { booleanFilter, enumFilter, searchFilter, sortParam, wordFilter } from './filters.ts';
import { adminHistory } from './history.ts';
import { note } from './notes.ts';
import { reportDismissal, wantedReportResolution } from './report-decisions.ts';

/** Wanted posts on a page, by default. */
export const ADMIN_WANTED_PAGE_SIZE = 10;
export const ADMIN_WANTED_SORTS = ['newest', 'oldest'] as const;

export const ADMIN_WANTED_MESSAGES = {
	removed: 'Post removed successfully.',
	loadFailed: 'Error fetching wanted posts',
	changeFailed: 'Failed to update the post',
	exportFailed: 'Error exporting wanted posts',
	confirmRemoval: 'Remove this post?',
} as const;

export const adminWantedQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_WANTED_PAGE_SIZE),
	search: searchFilter,
	status: enumFilter(WANTED_STATUSES),
	category: wordFilter,
	/** Whether reports about the post are pending. */
	isReported: booleanFilter,
	sort: sortParam(ADMIN_WANTED_SORTS),
});
export const adminWantedExportQuery = z.omit(adminWantedQuery, { page: true, limit: true });

export const adminWanted = z.object({
	id: z.int(),
	...shownWantedFields,
	status: z.enum(WANTED_STATUSES),
	/** Set if the asker deleted the post, which is listed while reports about it are pending. */
	isDeleted: z.optional(z.literal(true)),
	/** Reason for the removal by an administrator. */
	adminNotes: z.nullable(z.string()),
	createdAt: z.iso.datetime(),
	expiresAt: z.iso.datetime(),
	/** Items that were offered. */
	answers: z.int(),
	/** Pending reports. */
	reports: z.int(),
	User: z.object({
		id: z.int(),
		userName: z.string(),
		email: z.nullable(z.string()),
		/** Set if the asker is banned, which hides the post from the public. */
		isBanned: z.optional(z.literal(true)),
		/** Set if the account was erased. */
		isGone: z.optional(z.literal(true)),
	}),
});
export type AdminWanted = z.infer<typeof adminWanted>;

/** A pending report about a post. */
export const adminWantedReport = z.object({
	id: z.int(),
	type: z.enum(CONTENT_REPORT_TYPES),
	complaint: z.string(),
	createdAt: z.iso.datetime(),
	reporter: z.object({
		id: z.int(),
		userName: z.string(),
		/** Set if the account was erased. */
		isGone: z.optional(z.literal(true)),
	}),
});
export type AdminWantedReport = z.infer<typeof adminWantedReport>;

/** What an administrator may write when deciding the reports about a wanted post. */
export const wantedDecisionNotes = z.object({ notes: note });

export const listAdminWanted = adminRead({
	path: '/admin/wanted',
	summary:
		'Lists wanted posts of every status, newest first by default; deleted ones while reports about them are pending.',
	query: adminWantedQuery,
	reply: z.object({ success, wanted: z.array(adminWanted), pagination }),
});

export const exportWanted = adminExport({
	path: '/admin/wanted/export',
	summary: 'Exports the filtered wanted posts as CSV.',
	query: adminWantedExportQuery,
	download: { type: 'text/csv', name: 'wanted.csv' },
});

export const getAdminWanted = adminRead({
	path: '/admin/wanted/:id',
	summary:
		'Returns a wanted post of any status, with its pending reports, oldest first, and its history.',
	params: byId,
	reply: z.object({
		success,
		wanted: adminWanted,
		pendingReports: z.array(adminWantedReport),
		/** The reports about the post, and what administrators did to it. */
		history: adminHistory,
	}),
});

export const removeWanted = adminChange({
	method: 'DELETE',
	path: '/admin/wanted/:id',
	summary: 'Removes a wanted post; its owner is told.',
	auditAs: { action: 'ATTEMPT_REMOVE_WANTED', targetKind: 'wanted' },
});

export const resolveWantedReport = adminChange({
	method: 'PUT',
	path: '/admin/wanted-reports/:id/resolve',
	summary: 'Upholds a report about a wanted post and performs the action.',
	body: wantedReportResolution,
	auditAs: { action: 'ATTEMPT_RESOLVE_REPORT', targetKind: 'wanted report' },
});

export const dismissWantedReport = adminChange({
	method: 'PUT',
	path: '/admin/wanted-reports/:id/dismiss',
	summary: 'Dismisses a report about a wanted post.',
	body: reportDismissal,
	auditAs: { action: 'ATTEMPT_DISMISS_REPORT', targetKind: 'wanted report' },
});
