import type { FastifyInstance } from 'fastify';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_WANTED_MESSAGES,
	dismissWantedReport,
	exportWanted,
	getAdminWanted,
	listAdminWanted,
	removeWanted as removeWantedEndpoint,
	resolveWantedReport,
} from '#contract/admin/wanted.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { generateCsv } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { listWantedHistory } from '#server/admin/kit/history-queries.ts';
import { logView } from '#server/admin/kit/log-view.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import { decideReport } from '#server/features/reports/decide.ts';
import { WANTED_REPORTS } from '#server/features/reports/queries.ts';
import { removeWanted } from '#server/features/wanted/moderation.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import {
	findAdminWanted,
	findWantedPage,
	listPendingReports,
	streamWanted,
} from './list-queries.ts';
import { presentAdminWanted, presentPendingReport, WANTED_COLUMNS } from './present.ts';

/** Routes to view, export and remove wanted posts, and to decide reports about them. */
export function adminWantedRoutes(app: FastifyInstance, deps: AdminDeps): void {
	readRoutes(app, deps);

	route(
		app,
		removeWantedEndpoint,
	)(async ({ params, request }) => {
		await removeWanted(deps, actorOf(request), params.id);
		return { success: true, message: ADMIN_WANTED_MESSAGES.removed };
	});

	decisionRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { db, backgroundDb, config }: AdminDeps): void {
	route(
		app,
		listAdminWanted,
	)(async ({ query, request }) => {
		const { page, limit, ...filters } = query;
		const { found, entries } = await findWantedPage(db, filters, { page, limit });
		await logView(db, request, { action: 'VIEW_WANTED', target: 'wanted' }, query);
		const pagination = paginationOf(page, limit, found);
		return { success: true, wanted: entries.map(presentAdminWanted), pagination };
	});

	route(
		app,
		exportWanted,
	)(async ({ query, request }) => {
		await logView(db, request, { action: 'WANTED_EXPORTED', target: 'wanted' }, query);
		return generateCsv(WANTED_COLUMNS, streamWanted(backgroundDb, query), config.site.timeZone);
	});

	route(
		app,
		getAdminWanted,
	)(async ({ params, request }) => {
		const row = await findAdminWanted(db, params.id);
		if (!row) throw new AppError('not_found', WANTED_ERRORS.notFound);
		const pending = await listPendingReports(db, params.id);
		const history = await listWantedHistory(db, params.id);
		await logAudit(db, actorOf(request), { action: 'VIEW_WANTED', target: `wanted ${params.id}` });
		const pendingReports = pending.map(presentPendingReport);
		return { success: true, wanted: presentAdminWanted(row), pendingReports, history };
	});
}

function decisionRoutes(app: FastifyInstance, deps: AdminDeps): void {
	route(
		app,
		resolveWantedReport,
	)(async ({ params, body, caller, request }) => {
		const { wholeTarget, otherReports, warning, ...outcome } = body;
		const decision = { status: 'resolved', ...outcome } as const;
		const input = { decision, warning, wholeTarget, otherReports };
		const administrator = { ...actorOf(request), adminId: caller.id };
		await decideReport(deps, administrator, WANTED_REPORTS, params.id, input);
		return { success: true, message: REPORT_DECISION_MESSAGES.resolved };
	});

	route(
		app,
		dismissWantedReport,
	)(async ({ params, body, caller, request }) => {
		const { wholeTarget, otherReports, notes } = body;
		const decision = { status: 'dismissed', notes } as const;
		const input = { decision, wholeTarget, otherReports };
		const administrator = { ...actorOf(request), adminId: caller.id };
		await decideReport(deps, administrator, WANTED_REPORTS, params.id, input);
		return { success: true, message: REPORT_DECISION_MESSAGES.dismissed };
	});
}
