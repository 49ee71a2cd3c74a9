import type { FastifyInstance } from 'fastify';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	type AdminItemReport,
	dismissReport,
	exportReports,
	getReport,
	listReports,
	resolveReport,
} from '#contract/admin/reports.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { generateCsv } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { describeView } from '#server/admin/kit/view-details.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import { decideReport, ITEM_REPORT_DECISIONS } from '#server/features/reports/decide.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { ITEM_REPORT_LIST, type ItemReportRow } from './item-report-queries.ts';
import { listOtherPendingReports } from './other-reports-queries.ts';
import { ITEM_REPORT_COLUMNS, presentItemReport, presentOtherReport } from './present.ts';
import { findReport, findReportPage, streamReports } from './search-queries.ts';

/** Routes for reports about items and their decisions. */
export function itemReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const { db, backgroundDb, photoUrls } = deps;

	route(
		app,
		listReports,
	)(async ({ query, request }) => {
		const { page, limit, ...filters } = query;
		const { found, entries } = await findReportPage<ItemReportRow>(
			db,
			ITEM_REPORT_LIST,
			filters,
			query,
		);
		const details = describeView({ ...filters, page });
		await logAudit(db, actorOf(request), { action: 'VIEW_REPORTS', target: 'reports', details });
		return {
			success: true,
			reports: entries.map((row) => presentItemReport(row, photoUrls)),
			pagination: paginationOf(page, limit, found),
		};
	});

	route(
		app,
		exportReports,
	)(async ({ query, request }) => {
		const details = describeView(query);
		await logAudit(db, actorOf(request), {
			action: 'REPORTS_EXPORTED',
			target: 'reports',
			details,
		});
		return generateCsv(
			ITEM_REPORT_COLUMNS,
			streamReports<ItemReportRow>(backgroundDb, ITEM_REPORT_LIST, query),
		);
	});

	route(
		app,
		getReport,
	)(async ({ params, request }) => {
		const row = await findReport<ItemReportRow>(db, ITEM_REPORT_LIST, params.id);
		if (!row) throw new AppError('not_found', REPORT_DECISION_MESSAGES.notFound);
		await logAudit(db, actorOf(request), { action: 'VIEW_REPORTS', target: `report ${params.id}` });
		const others = await listOtherPendingReports(db, ITEM_REPORT_LIST, {
			targetId: row.itemId,
			reportId: row.id,
		});
		return {
			success: true,
			report: presentItemReport(row, photoUrls),
			otherPending: others.map(presentOtherReport<AdminItemReport['type']>),
		};
	});

	decisionRoutes(app, deps);
}

function decisionRoutes(app: FastifyInstance, deps: AdminDeps): void {
	route(
		app,
		resolveReport,
	)(
		async ({
			params,
			body: { wholeTarget, otherReports, warning, ...outcome },
			caller,
			request,
		}) => {
			const actor = { ...actorOf(request), adminId: caller.id };
			const decision = { status: 'resolved', ...outcome } as const;
			await decideReport(deps, actor, ITEM_REPORT_DECISIONS, params.id, {
				decision,
				warning,
				wholeTarget,
				otherReports,
			});
			return { success: true, message: REPORT_DECISION_MESSAGES.resolved };
		},
	);

	route(
		app,
		dismissReport,
	)(async ({ params, body: { wholeTarget, otherReports, notes }, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const decision = { status: 'dismissed', notes } as const;
		await decideReport(deps, actor, ITEM_REPORT_DECISIONS, params.id, {
			decision,
			wholeTarget,
			otherReports,
		});
		return { success: true, message: REPORT_DECISION_MESSAGES.dismissed };
	});
}
