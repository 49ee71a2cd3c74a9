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
import { csvOf } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { viewDetails } from '#server/admin/kit/view-details.ts';
import { actorOf, record } from '#server/audit/log.ts';
import { decideReport, ITEM_REPORT_DECISIONS } from '#server/features/reports/decide.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { type ItemReportRow, LISTED_ITEM_REPORTS } from './item-report-queries.ts';
import { listOtherPending } from './other-reports-queries.ts';
import { ITEM_REPORT_COLUMNS, presentItemReport, presentOther } from './present.ts';
import { findReport, findReportPage, readReports } from './search-queries.ts';

/** Reports about items, and what comes of them. */
export function itemReportRoutes(app: FastifyInstance, parts: AdminDeps): void {
	const { db, backgroundDb, photoUrls } = parts;

	route(
		app,
		listReports,
	)(async ({ query, request }) => {
		const { page, limit, ...filters } = query;
		const { found, entries } = await findReportPage<ItemReportRow>(
			db,
			LISTED_ITEM_REPORTS,
			filters,
			query,
		);
		const details = viewDetails({ ...filters, page });
		await record(db, actorOf(request), { action: 'VIEW_REPORTS', target: 'reports', details });
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
		const details = viewDetails(query);
		await record(db, actorOf(request), { action: 'REPORTS_EXPORTED', target: 'reports', details });
		return csvOf(
			ITEM_REPORT_COLUMNS,
			readReports<ItemReportRow>(backgroundDb, LISTED_ITEM_REPORTS, query),
		);
	});

	route(
		app,
		getReport,
	)(async ({ params, request }) => {
		const row = await findReport<ItemReportRow>(db, LISTED_ITEM_REPORTS, params.id);
		if (!row) throw new AppError('not_found', REPORT_DECISION_MESSAGES.notFound);
		await record(db, actorOf(request), { action: 'VIEW_REPORTS', target: `report ${params.id}` });
		const others = await listOtherPending(db, LISTED_ITEM_REPORTS, {
			targetId: row.itemId,
			reportId: row.id,
		});
		return {
			success: true,
			report: presentItemReport(row, photoUrls),
			otherPending: others.map(presentOther<AdminItemReport['type']>),
		};
	});

	decisionRoutes(app, parts);
}

function decisionRoutes(app: FastifyInstance, parts: AdminDeps): void {
	route(
		app,
		resolveReport,
	)(async ({ params, body: { wholeTarget, otherReports, warning, ...asked }, caller, request }) => {
		const administrator = { ...actorOf(request), adminId: caller.id };
		const decision = { status: 'resolved', ...asked } as const;
		await decideReport(parts, administrator, ITEM_REPORT_DECISIONS, params.id, {
			decision,
			warning,
			wholeTarget,
			otherReports,
		});
		return { success: true, message: REPORT_DECISION_MESSAGES.resolved };
	});

	route(
		app,
		dismissReport,
	)(async ({ params, body: { wholeTarget, otherReports, notes }, caller, request }) => {
		const administrator = { ...actorOf(request), adminId: caller.id };
		const decision = { status: 'dismissed', notes } as const;
		await decideReport(parts, administrator, ITEM_REPORT_DECISIONS, params.id, {
			decision,
			wholeTarget,
			otherReports,
		});
		return { success: true, message: REPORT_DECISION_MESSAGES.dismissed };
	});
}
