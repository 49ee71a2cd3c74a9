import type { FastifyInstance } from 'fastify';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	type AdminUserReport,
	dismissUserReport,
	exportUserReports,
	getReportedChat,
	getUserReport,
	listUserReports,
	resolveUserReport,
} from '#contract/admin/reports.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { generateCsv } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { describeView } from '#server/admin/kit/view-details.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import { decideReport, USER_REPORT_DECISIONS } from '#server/features/reports/decide.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { listOtherPendingReports } from './other-reports-queries.ts';
import { presentOtherReport, presentUserReport, USER_REPORT_COLUMNS } from './present.ts';
import { readReportedChat } from './reported-chat.ts';
import { findReport, findReportPage, streamReports } from './search-queries.ts';
import { USER_REPORT_LIST, type UserReportRow } from './user-report-queries.ts';

/** Routes for reports about users and their decisions. */
export function userReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const { db, backgroundDb } = deps;

	route(
		app,
		listUserReports,
	)(async ({ query, request }) => {
		const { page, limit, ...filters } = query;
		const { found, entries } = await findReportPage<UserReportRow>(
			db,
			USER_REPORT_LIST,
			filters,
			query,
		);
		const details = describeView({ ...filters, page });
		await logAudit(db, actorOf(request), {
			action: 'VIEW_REPORTS',
			target: 'user reports',
			details,
		});
		return {
			success: true,
			userReports: entries.map(presentUserReport),
			pagination: paginationOf(page, limit, found),
		};
	});

	route(
		app,
		exportUserReports,
	)(async ({ query, request }) => {
		const details = describeView(query);
		await logAudit(db, actorOf(request), {
			action: 'REPORTS_EXPORTED',
			target: 'user reports',
			details,
		});
		return generateCsv(
			USER_REPORT_COLUMNS,
			streamReports<UserReportRow>(backgroundDb, USER_REPORT_LIST, query),
		);
	});

	route(
		app,
		getUserReport,
	)(async ({ params, request }) => {
		const row = await findReport<UserReportRow>(db, USER_REPORT_LIST, params.id);
		if (!row) throw new AppError('not_found', REPORT_DECISION_MESSAGES.notFound);
		await logAudit(db, actorOf(request), {
			action: 'VIEW_REPORTS',
			target: `user report ${params.id}`,
		});
		const others = await listOtherPendingReports(db, USER_REPORT_LIST, {
			targetId: row.reportedId,
			reportId: row.id,
		});
		return {
			success: true,
			userReport: presentUserReport(row),
			otherPending: others.map(presentOtherReport<AdminUserReport['type']>),
		};
	});

	route(
		app,
		getReportedChat,
	)(async ({ params, request }) => {
		const messages = await readReportedChat(db, actorOf(request), params.id);
		return {
			success: true,
			messages: messages.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
		};
	});

	decisionRoutes(app, deps);
}

function decisionRoutes(app: FastifyInstance, deps: AdminDeps): void {
	route(
		app,
		resolveUserReport,
	)(
		async ({
			params,
			body: { wholeTarget, otherReports, warning, ...outcome },
			caller,
			request,
		}) => {
			const actor = { ...actorOf(request), adminId: caller.id };
			const decision = { status: 'resolved', ...outcome } as const;
			await decideReport(deps, actor, USER_REPORT_DECISIONS, params.id, {
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
		dismissUserReport,
	)(async ({ params, body: { wholeTarget, otherReports, notes }, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const decision = { status: 'dismissed', notes } as const;
		await decideReport(deps, actor, USER_REPORT_DECISIONS, params.id, {
			decision,
			wholeTarget,
			otherReports,
		});
		return { success: true, message: REPORT_DECISION_MESSAGES.dismissed };
	});
}
