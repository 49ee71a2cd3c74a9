import * as z from 'zod/mini';
import { success } from '../common.ts';
import { pageNumber, pageSize, pagination } from '../paging.ts';
import { SEVERITIES } from './audit-actions.ts';
import { anyWord, search } from './filters.ts';

export const AUDIT_LOGS_PAGE = 50;

/** The date ranges on offer, as days up to today; the choice at the start is `7days`. */
export const AUDIT_RANGES = { today: 1, '7days': 7, '30days': 30, '90days': 90 } as const;

export const AUDIT_MESSAGES = {
	badDate: 'That date is not valid.',
	loadFailed: 'Error fetching audit logs',
	empty: 'No audit logs found for the current filters.',
	exportMissing: 'Export logs functionality is not yet implemented on the backend.',
	exportFailed: 'Failed to export audit logs',
} as const;

/** A day (in the college's time zone) or a moment; an empty field is no bound. */
const bound = z.pipe(
	z.optional(
		z.union(
			[z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })],
			AUDIT_MESSAGES.badDate,
		),
	),
	z.transform((sent) => sent || undefined),
);

export const auditLogsQuery = z.object({
	/** An unknown action finds an empty page (wire contract). */
	action: anyWord,
	startDate: bound,
	endDate: bound,
	page: pageNumber,
	limit: pageSize(AUDIT_LOGS_PAGE),
	q: search,
});

/** The export takes the same filters and knows no pages. */
export const auditExportQuery = z.omit(auditLogsQuery, { page: true, limit: true });

export const auditEntry = z.object({
	id: z.int(),
	timestamp: z.iso.datetime(),
	adminUsername: z.string(),
	action: z.string(),
	target: z.string(),
	severity: z.enum(SEVERITIES),
	ipAddress: z.string(),
	details: z.string(),
});

export const auditLogs = z.object({ success, auditLogs: z.array(auditEntry), pagination });
