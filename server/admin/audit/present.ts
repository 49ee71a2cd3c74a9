import type { AuditLogEntry } from '#contract/admin/audit.ts';
import type { Column } from '#server/admin/kit/csv.ts';
import type { AuditRow } from './search-queries.ts';

export function presentEntry({ at, ...row }: AuditRow): AuditLogEntry {
	return {
		...row,
		severity: row.severity as AuditLogEntry['severity'],
		timestamp: new Date(at).toISOString(),
	};
}

/** The columns of the export. */
export const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
	{ title: 'Number', of: ({ id }) => id },
	{ title: 'Time (UTC)', of: ({ at }) => new Date(at).toISOString() },
	{ title: 'Administrator', of: ({ adminUsername }) => adminUsername },
	{ title: 'Action', of: ({ action }) => action },
	{ title: 'Target', of: ({ target }) => target },
	{ title: 'Target name', of: ({ targetName }) => targetName },
	{ title: 'Severity', of: ({ severity }) => severity },
	{ title: 'IP address', of: ({ ipAddress }) => ipAddress },
	{ title: 'Details', of: ({ details }) => details },
];
