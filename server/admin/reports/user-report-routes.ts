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
import { csvOf } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { viewDetails } from '#server/admin/kit/view-details.ts';
import { actorOf, record } from '#server/audit/log.ts';
import { decideReport, USER_REPORT_DECISIONS } from '#server/features/reports/decide.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { listOtherPending } from './other-reports-queries.ts';
import { presentOther, presentUserReport, USER_REPORT_COLUMNS } from './present.ts';
import { readReportedChat } from './read-chat.ts';
import { findReport, findReportPage, readReports } from './search-queries.ts';
import { LISTED_USER_REPORTS, type UserReportRow } from './user-report-queries.ts';

/** Reports about people, and what comes of them. */
export function userReportRoutes(app: FastifyInstance, parts: AdminDeps): void {
	const { db, backgroundDb } = parts;

	route(
		app,
		listUserReports,
	)(async ({ query, request }) => {
		const { page, limit, ...filters } = query;
		const { found, entries } = await findReportPage<UserReportRow>(
			db,
			LISTED_USER_REPORTS,
			filters,
			query,
		);
		const details = viewDetails({ ...filters, page });
		await record(db, actorOf(request), { action: 'VIEW_REPORTS', target: 'user reports', details });
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
		const details = viewDetails(query);
		await record(db, actorOf(request), {
			action: 'REPORTS_EXPORTED',
			target: 'user reports',
			details,
		});
		return csvOf(
			USER_REPORT_COLUMNS,
			readReports<UserReportRow>(backgroundDb, LISTED_USER_REPORTS, query),
		);
	});

	route(
		app,
		getUserReport,
	)(async ({ params, request }) => {
		const row = await findReport<UserReportRow>(db, LISTED_USER_REPORTS, params.id);
		if (!row) throw new AppError('not_found', REPORT_DECISION_MESSAGES.notFound);
		await record(db, actorOf(request), {
			action: 'VIEW_REPORTS',
			target: `user report ${params.id}`,
		});
		const others = await listOtherPending(db, LISTED_USER_REPORTS, {
			targetId: row.reportedId,
			reportId: row.id,
		});
		return {
			success: true,
			userReport: presentUserReport(row),
			otherPending: others.map(presentOther<AdminUserReport['type']>),
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

	decisionRoutes(app, parts);
}

function decisionRoutes(app: FastifyInstance, parts: AdminDeps): void {
	route(
		app,
		resolveUserReport,
	)(async ({ params, body: { wholeTarget, otherReports, warning, ...asked }, caller, request }) => {
		const administrator = { ...actorOf(request), adminId: caller.id };
		const decision = { status: 'resolved', ...asked } as const;
		await decideReport(parts, administrator, USER_REPORT_DECISIONS, params.id, {
			decision,
			warning,
			wholeTarget,
			otherReports,
		});
		return { success: true, message: REPORT_DECISION_MESSAGES.resolved };
	});

	route(
		app,
		dismissUserReport,
	)(async ({ params, body: { wholeTarget, otherReports, notes }, caller, request }) => {
		const administrator = { ...actorOf(request), adminId: caller.id };
		const decision = { status: 'dismissed', notes } as const;
		await decideReport(parts, administrator, USER_REPORT_DECISIONS, params.id, {
			decision,
			wholeTarget,
			otherReports,
		});
		return { success: true, message: REPORT_DECISION_MESSAGES.dismissed };
	});
}
