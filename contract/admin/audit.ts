import * as z from 'zod/mini';
import { SEVERITIES } from '#contract/core/audit-actions.ts';
import { id, success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageNumber, pageSize, pagination } from '#contract/core/paging.ts';
import { enumFilter, searchFilter, wordFilter } from './filters.ts';

export const AUDIT_LOGS_PAGE_SIZE = 50;

/** The date ranges on offer, as days up to today; the choice at the start is `7days`. */
export const AUDIT_RANGES = { today: 1, '7days': 7, '30days': 30, '90days': 90 } as const;

export const AUDIT_MESSAGES = {
	badDate: 'That date is not valid.',
	/** In place of an administrator's name: a sign-in that failed. */
	noAdministrator: 'Nobody',
	loadFailed: 'Error fetching audit logs',
	empty: 'No audit logs found for the current filters.',
	notFound: 'Audit entry not found.',
	exportMissing: 'Export logs functionality is not yet implemented on the backend.',
	exportFailed: 'Failed to export audit logs',
} as const;

/** A day or a moment, both by the college's clocks unless an offset is told; an empty field and `all` are no bound. */
const dateBound = z.pipe(
	z.optional(
		z
			.union(
				[
					z.literal(['', 'all']),
					z.iso.date(),
					z.iso.datetime({ offset: true, local: true }),
					// To the minute, which the one above takes without an offset only.
					z.iso.datetime({ offset: true, precision: -1 }),
				],
				AUDIT_MESSAGES.badDate,
			)
			// There was no such year, nor is any clock so fine or so far off: PostgreSQL knows none.
			.check(
				z.refine(
					(value) => !/^0000|\.\d{10}|[+-](1[6-9]|2\d):\d\d$/.test(value),
					AUDIT_MESSAGES.badDate,
				),
			),
	),
	z.transform((value) => (value === 'all' ? undefined : value || undefined)),
);

export const auditLogsQuery = z.object({
	/** An unknown action finds an empty page (wire contract). */
	action: wordFilter,
	startDate: dateBound,
	endDate: dateBound,
	page: pageNumber,
	limit: pageSize(AUDIT_LOGS_PAGE_SIZE),
	q: searchFilter,
	/** `hidden` leaves out what was only looked at: the actions `VIEW_…`. */
	views: enumFilter(['hidden']),
	/** Entries up to this number only: every view is an entry itself, and would move the pages that follow. */
	upTo: z.optional(id),
});

/** The export takes the same filters and knows no pages. */
export const auditExportQuery = z.omit(auditLogsQuery, { page: true, limit: true });

export const auditLogEntry = z.object({
	id: z.int(),
	timestamp: z.iso.datetime(),
	adminUsername: z.string(),
	action: z.string(),
	target: z.string(),
	/** Who or what that number is now: a user's name, an item's title, 'about' what a report is and 'by' whom; null for none. */
	targetName: z.optional(z.nullable(z.string())),
	severity: z.enum(SEVERITIES),
	ipAddress: z.string(),
	details: z.string(),
});

export type AuditLogEntry = z.infer<typeof auditLogEntry>;

export const auditLogs = z.object({ success, auditLogs: z.array(auditLogEntry), pagination });

export const listAuditLogs = endpoint({
	method: 'GET',
	path: '/admin/audit-logs',
	summary: 'What administrators did and saw, newest first.',
	auth: 'super_admin',
	query: auditLogsQuery,
	auditAs: { action: 'ATTEMPT_VIEW_AUDIT_LOGS', targetKind: 'audit logs' },
	reply: auditLogs,
});

export const exportAuditLogs = endpoint({
	method: 'GET',
	path: '/admin/audit-logs/export',
	summary: 'The entries that the filters leave, as CSV.',
	auth: 'super_admin',
	query: auditExportQuery,
	auditAs: { action: 'ATTEMPT_EXPORT_AUDIT_LOGS', targetKind: 'audit logs' },
	download: { type: 'text/csv', name: 'audit-logs.csv' },
	reply: z.string(),
});
