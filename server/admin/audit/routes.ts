import type { FastifyInstance } from 'fastify';
import { exportAuditLogs, listAuditLogs } from '#contract/admin/audit.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { csvOf, EXPORTED_AT_ONCE } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { viewDetails } from '#server/admin/kit/view-details.ts';
import { actorOf, record } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import { AUDIT_COLUMNS, presentEntry } from './present.ts';
import {
	type AuditFilters,
	type AuditRow,
	findAuditPage,
	listAuditEntries,
} from './search-queries.ts';

/** The audit log, for super administrators; looking into it is an entry itself. */
export function auditRoutes(app: FastifyInstance, { db, backgroundDb, config }: AdminDeps): void {
	const { timeZone } = config.site;

	route(
		app,
		listAuditLogs,
	)(async ({ query, request }) => {
		const { page, limit, ...filters } = query;
		const { found, entries } = await findAuditPage(db, { ...filters, timeZone }, { page, limit });
		// Where the turning of pages began is nothing that was looked for.
		const details = viewDetails({ ...filters, upTo: undefined, page });
		await record(db, actorOf(request), {
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
		const details = viewDetails({ ...query, upTo: undefined });
		await record(db, actorOf(request), {
			action: 'AUDIT_LOGS_EXPORTED',
			target: 'audit logs',
			details,
		});
		return csvOf(AUDIT_COLUMNS, inPages(backgroundDb, { ...query, timeZone }));
	});
}

/** Each piece is read when the one before is gone: a slow download holds no transaction open. */
async function* inPages(db: Db, filters: AuditFilters): AsyncIterable<AuditRow[]> {
	for (let { upTo } = filters; ; ) {
		const entries = await listAuditEntries(db, { ...filters, upTo }, { size: EXPORTED_AT_ONCE });
		yield entries;
		const last = entries.at(-1);
		if (entries.length < EXPORTED_AT_ONCE || !last) return;
		upTo = last.id - 1;
	}
}
