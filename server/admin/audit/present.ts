import type { AuditLogEntry } from '#contract/admin/audit.ts';
import type { Column } from '#server/admin/kit/csv.ts';
import type { AuditRow } from './search-queries.ts';

/** An entry of the audit log, as the API returns it. */
export function presentEntry({ at, ...row }: AuditRow): AuditLogEntry {
	return {
		...row,
		severity: row.severity as AuditLogEntry['severity'],
		timestamp: new Date(at).toISOString(),
	};
}

/** The columns of the CSV export. */
export const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
	{ title: 'Number', value: ({ id }) => id },
	{ title: 'Time', value: ({ at }) => new Date(at) },
	{ title: 'Administrator', value: ({ adminUsername }) => adminUsername },
	{ title: 'Action', value: ({ action }) => action },
	{ title: 'Target', value: ({ target }) => target },
	{ title: 'Target name', value: ({ targetName }) => targetName },
	{ title: 'Severity', value: ({ severity }) => severity },
	{ title: 'IP address', value: ({ ipAddress }) => ipAddress },
	{ title: 'Details', value: ({ details }) => details },
];
