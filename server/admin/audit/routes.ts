import type { FastifyInstance } from 'fastify';
import { type AuditLogEntry, exportAuditLogs, listAuditLogs } from '#contract/admin/audit.ts';
import { type Column, generateCsv } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { findPage, logView, streamRows } from '#server/admin/kit/list.ts';
import { route } from '#server/http/route.ts';
import { type AuditRow, auditListing } from './queries.ts';

/** Routes of the audit log, for super administrators. Viewing or exporting the log is logged as well. */
export function auditRoutes(app: FastifyInstance, { db, backgroundDb, config }: AdminDeps): void {
	const { timeZone } = config.site;
	const listing = auditListing(timeZone);
	const target = 'audit logs';

	route(app, listAuditLogs, async ({ query, request }) => {
		const { rows, pagination } = await findPage(db, listing, query);
		await logView(db, request, { action: 'VIEW_AUDIT_LOGS', target }, query);
		return { auditLogs: rows.map(presentEntry), pagination };
	});

	route(app, exportAuditLogs, async ({ query, request }) => {
		await logView(db, request, { action: 'AUDIT_LOGS_EXPORTED', target }, query);
		return generateCsv(AUDIT_COLUMNS, streamRows(backgroundDb, listing, query), timeZone);
	});
}

/** An entry of the audit log, as the API returns it. */
function presentEntry({ at, ...row }: AuditRow): AuditLogEntry {
	return {
		...row,
		severity: row.severity as AuditLogEntry['severity'],
		timestamp: new Date(at).toISOString(),
	};
}

/** The columns of the CSV export. */
const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
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
