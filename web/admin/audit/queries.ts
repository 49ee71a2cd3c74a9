import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { AUDIT_MESSAGES, type AuditLogEntry, listAuditLogs } from '#contract/admin/audit.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { adminKeys } from '#web/admin/lib/queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { datesOfRange } from './range.ts';

/** As the filter stands in the address: hidden unless asked for. */
export const VIEWS_HIDDEN = 'hidden';
export const VIEWS_SHOWN = 'each';
export const VIEW_OPTIONS = {
	[VIEWS_HIDDEN]: 'Without views',
	grouped: 'Views in groups',
	[VIEWS_SHOWN]: 'Every view',
} as const;

/** Filters as they stand in the address. */
export type AuditFilters = Record<'q' | 'action' | 'range' | 'views' | 'upTo' | 'limit', string>;

/** What the list and the export ask alike. */
export function auditQueryOf({ q, action, range, views }: AuditFilters) {
	// Who asks for a kind of views asks for views.
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
 * One entry, wherever in the log it is: the newest one up to its number. No entry ever changes, and every look is one.
 * @param listed as the list has it
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
		// Only where it could not be had.
		refetchOnReconnect: true,
	});
}
