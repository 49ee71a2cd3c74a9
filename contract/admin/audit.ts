import * as z from 'zod/mini';
import { AUDIT_ERRORS } from '#contract/admin/errors.ts';
import { SEVERITIES } from '#contract/core/audit-actions.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageNumber, pageSize, pagination } from '#contract/core/paging.ts';
import { id, success } from '#contract/core/schemas.ts';
import { enumFilter, idFilter, searchFilter, wordFilter } from './filters.ts';

/** Entries of the audit log on a page, by default. */
export const AUDIT_LOGS_PAGE_SIZE = 50;

/** Date ranges to choose from, in days up to today; the default is `7days`. */
export const AUDIT_RANGES = { today: 1, '7days': 7, '30days': 30, '90days': 90 } as const;

export const AUDIT_MESSAGES = {
	/** Shown instead of an administrator's name for a failed sign-in. */
	noAdministrator: 'Nobody',
	loadFailed: 'Error fetching audit logs',
	empty: 'No audit logs found for the current filters.',
	/** Shown when a server of another version does not know the call. */
	exportMissing: 'Export logs functionality is not yet implemented on the backend.',
	exportFailed: 'Failed to export audit logs',
} as const;

/** A date or a time, in the college's time zone if it has no offset; an empty value and `all` mean no bound. */
const dateBound = z.pipe(
	z.optional(
		z
			.union(
				[
					z.literal(['', 'all']),
					z.iso.date(),
					z.iso.datetime({ offset: true, local: true }),
					// Without seconds: the schema above accepts that only if there is no offset.
					z.iso.datetime({ offset: true, precision: -1 }),
				],
				AUDIT_ERRORS.badDate.message,
			)
			// PostgreSQL refuses the year 0000, offsets of 16 hours and more, and very long fractions of a second. Fractions
			// of nine digits suffice.
			.check(
				z.refine(
					(value) => !/^0000|\.\d{10}|[+-](1[6-9]|2\d):\d\d$/.test(value),
					AUDIT_ERRORS.badDate.message,
				),
			),
	),
	z.transform((value) => (value === 'all' ? undefined : value || undefined)),
);

export const auditLogsQuery = z.object({
	/** An unknown action returns an empty page. */
	action: wordFilter,
	/** Only entries of this administrator. */
	adminId: idFilter,
	startDate: dateBound,
	endDate: dateBound,
	page: pageNumber,
	limit: pageSize(AUDIT_LOGS_PAGE_SIZE),
	/**
	 * Search text: words of the entry, the name or email address of its administrator, or the name, email address or
	 * phone number of a user that the entry is about.
	 */
	q: searchFilter,
	/** `hidden` leaves out the `VIEW_…` actions. */
	views: enumFilter(['hidden']),
	/** Only entries up to this id: reading the log adds an entry, which would shift the following pages. */
	upTo: z.optional(id),
});

/** The filters of the audit log, without paging. */
export const auditExportQuery = z.omit(auditLogsQuery, { page: true, limit: true });

export const auditLogEntry = z.object({
	id: z.int(),
	timestamp: z.iso.datetime(),
	/** Null when no administrator was signed in. */
	adminId: z.nullable(z.int()),
	/** Not unique: two administrators may have the same name. */
	adminUsername: z.string(),
	action: z.string(),
	target: z.string(),
	/**
	 * Current name of the target: the name of a user, or the title of an item or a wanted post. For a report, what it is
	 * about ('about …') and who sent it ('by …'). Null if the target has no name.
	 */
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
	summary: 'Lists the actions and views of administrators, newest first.',
	auth: 'super_admin',
	query: auditLogsQuery,
	auditAs: { action: 'ATTEMPT_VIEW_AUDIT_LOGS', targetKind: 'audit logs' },
	reply: auditLogs,
});

export const exportAuditLogs = endpoint({
	method: 'GET',
	path: '/admin/audit-logs/export',
	summary: 'Exports the filtered entries as CSV.',
	auth: 'super_admin',
	query: auditExportQuery,
	auditAs: { action: 'ATTEMPT_EXPORT_AUDIT_LOGS', targetKind: 'audit logs' },
	download: { type: 'text/csv', name: 'audit-logs.csv' },
	reply: z.string(),
});
