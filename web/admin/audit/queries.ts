import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { AUDIT_MESSAGES, type AuditLogEntry, listAuditLogs } from '#contract/admin/audit.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { adminKeys } from '#web/admin/lib/queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { datesOfRange } from './range.ts';

/** The value of the filter in the URL: views are hidden unless requested. */
export const VIEWS_HIDDEN = 'hidden';
export const VIEWS_SHOWN = 'each';
export const VIEW_OPTIONS = {
	[VIEWS_HIDDEN]: 'Without views',
	grouped: 'Views in groups',
	[VIEWS_SHOWN]: 'Every view',
} as const;

/** Filters as they are in the URL. */
export type AuditFilters = Record<'q' | 'action' | 'range' | 'views' | 'upTo' | 'limit', string>;

/** The query that the list and the export share. */
export function auditQueryOf({ q, action, range, views }: AuditFilters) {
	// A filter for a kind of view implies that views are shown.
	const areHidden = views === VIEWS_HIDDEN && !action.startsWith('VIEW_');
	return { q, action, ...datesOfRange(range), views: areHidden ? ('hidden' as const) : undefined };
}

export function auditLogsQuery(filters: AuditFilters, page: number) {
	const { upTo, limit } = filters;
	const query = { ...auditQueryOf(filters), upTo, limit, page: String(page) };
	return queryOptions({
		queryKey: adminKeys.of('audit-logs', query),
		queryFn: ({ signal }) => callAdminApi(listAuditLogs, { query, signal }),
		placeholderData: keepPreviousData,
	});
}

/**
 * One entry, wherever it is in the log: the newest one up to its id. Entries never change, and each request is logged,
 * so it is loaded once.
 * @param listed the entry as the list has it
 */
export function auditEntryQuery(id: number, listed: AuditLogEntry | undefined) {
	return queryOptions({
		queryKey: adminKeys.of('audit-logs', 'one', id),
		queryFn: async ({ signal }) => {
			const query = { upTo: String(id), limit: '1' };
			const { auditLogs } = await callAdminApi(listAuditLogs, { query, signal });
			const entry = auditLogs.find((found) => found.id === id);
			if (!entry) throw new ApiError(404, { message: AUDIT_MESSAGES.notFound });
			return entry;
		},
		initialData: listed,
		staleTime: Number.POSITIVE_INFINITY,
		// Only after a failure.
		refetchOnReconnect: true,
	});
}
