import type { FastifyInstance } from 'fastify';
import { exportAuditLogs, listAuditLogs } from '#contract/admin/audit.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { EXPORT_BATCH_SIZE, generateCsv } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { describeView } from '#server/admin/kit/view-details.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import { AUDIT_COLUMNS, presentEntry } from './present.ts';
import {
	type AuditFilters,
	type AuditRow,
	findAuditPage,
	listAuditEntries,
} from './search-queries.ts';

/** Routes of the audit log, for super administrators. Viewing the log is logged itself. */
export function auditRoutes(app: FastifyInstance, { db, backgroundDb, config }: AdminDeps): void {
	const { timeZone } = config.site;

	route(
		app,
		listAuditLogs,
	)(async ({ query, request }) => {
		const { page, limit, ...filters } = query;
		const { found, entries } = await findAuditPage(db, { ...filters, timeZone }, { page, limit });
		// `upTo` only keeps the pages stable; it is not a filter of the administrator.
		const details = describeView({ ...filters, upTo: undefined, page });
		await logAudit(db, actorOf(request), {
			action: 'VIEW_AUDIT_LOGS',
			target: 'audit logs',
			details,
		});
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
		const details = describeView({ ...query, upTo: undefined });
		await logAudit(db, actorOf(request), {
			action: 'AUDIT_LOGS_EXPORTED',
			target: 'audit logs',
			details,
		});
		return generateCsv(AUDIT_COLUMNS, exportBatches(backgroundDb, { ...query, timeZone }));
	});
}

/** Reads the next batch only after the one before was sent: a slow download holds no transaction open. */
async function* exportBatches(db: Db, filters: AuditFilters): AsyncIterable<AuditRow[]> {
	for (let { upTo } = filters; ; ) {
		const entries = await listAuditEntries(db, { ...filters, upTo }, { size: EXPORT_BATCH_SIZE });
		yield entries;
		const last = entries.at(-1);
		if (entries.length < EXPORT_BATCH_SIZE || !last) return;
		upTo = last.id - 1;
	}
}
