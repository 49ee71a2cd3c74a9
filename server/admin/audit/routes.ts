import type { FastifyInstance } from 'fastify';
import { exportAuditLogs, listAuditLogs } from '#contract/admin/audit.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { EXPORT_BATCH_SIZE, generateCsv, inBatches } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { logView } from '#server/admin/kit/list.ts';
import { route } from '#server/http/route.ts';
import { findNamedTargets } from './named-target-queries.ts';
import { AUDIT_COLUMNS, presentEntry } from './present.ts';
import { type AuditRow, findAuditPage, listAuditEntries } from './search-queries.ts';

/** Routes of the audit log, for super administrators. Viewing or exporting the log is logged as well. */
export function auditRoutes(app: FastifyInstance, { db, backgroundDb, config }: AdminDeps): void {
	const { timeZone } = config.site;
	const target = 'audit logs';

	route(
		app,
		listAuditLogs,
	)(async ({ query, request }) => {
		const { page, limit, ...filters } = query;
		const targets = await findNamedTargets(db, query.q);
		const search = { ...filters, targets, timeZone };
		const { found, entries } = await findAuditPage(db, search, { page, limit });
		await logView(db, request, { action: 'VIEW_AUDIT_LOGS', target }, query);
		return {
			success: true,
			auditLogs: entries.map(presentEntry),
			pagination: paginationOf(page, limit, found),
		};
	});

	route(
		app,
		exportAuditLogs,
	)(async ({ query, request }) => {
		const targets = await findNamedTargets(backgroundDb, query.q);
		await logView(db, request, { action: 'AUDIT_LOGS_EXPORTED', target }, query);
		const batches = inBatches<AuditRow>(EXPORT_BATCH_SIZE, (last) => {
			const upTo = last ? last.id - 1 : query.upTo;
			const filters = { ...query, targets, upTo, timeZone };
			return listAuditEntries(backgroundDb, filters, { size: EXPORT_BATCH_SIZE });
		});
		return generateCsv(AUDIT_COLUMNS, batches, timeZone);
	});
}
