import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAuditLogs } from '#contract/admin/audit-logs.ts';
import { officeCall } from '../call.ts';
import { officeKeys } from '../queries.ts';
import { datesOf } from './range.ts';

/** Filters as they stand in the address. */
export type AuditFilters = Record<'q' | 'action' | 'range' | 'upTo', string>;

/** What the list and the export ask alike. */
export function auditQueryOf({ q, action, range }: AuditFilters) {
	return { q, action, ...datesOf(range) };
}

export function auditLogsQuery(filters: AuditFilters, page: number) {
	const query = { ...auditQueryOf(filters), upTo: filters.upTo, page: String(page) };
	return queryOptions({
		queryKey: officeKeys.of('audit-logs', query),
		queryFn: ({ signal }) => officeCall(listAuditLogs, { query, signal }),
		placeholderData: keepPreviousData,
	});
}
