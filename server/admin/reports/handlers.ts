import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import {
	type itemReportResolution,
	REPORT_DECISION_MESSAGES,
	type reportDismissal,
	type reviewReportResolution,
} from '#contract/admin/report-decisions.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { type Column, generateCsv } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { listPersonRecords, listReportHistory } from '#server/admin/kit/history-queries.ts';
import { logView } from '#server/admin/kit/log-view.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import { decideReport, reopenReport } from '#server/features/reports/decide.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { listOtherPendingReports } from './other-reports-queries.ts';
import { presentOtherReport, presentPersonRecord } from './present.ts';
import {
	findReport,
	findReportPage,
	type ReportFilters,
	type ReportList,
	type ReportRow,
	streamReports,
} from './search-queries.ts';

/** How one kind of report is listed, shown and exported. */
export interface ReportView<Row extends ReportRow, Report extends { type: string }> {
	reportList: ReportList;
	targetIdOf: (row: Row) => number;
	/** The owner of the item, the reported user, or the writer of the review. */
	personIdOf: (row: Row) => number;
	present: (row: Row, photoUrls: PhotoUrls) => Report;
	csvColumns: readonly Column<Row>[];
}

interface Call {
	request: FastifyRequest;
}

interface DecisionCall<Body> extends Call {
	params: { id: number };
	body: Body;
	caller: { id: number };
}

/** The handlers of the endpoints that every kind of report has. */
export function reportHandlers<Row extends ReportRow, Report extends { type: string }>(
	deps: AdminDeps,
	{ reportList, targetIdOf, personIdOf, present, csvColumns }: ReportView<Row, Report>,
) {
	const { db, backgroundDb, config, photoUrls } = deps;
	const auditTarget = `${reportList.name}s`;
	const decide = (
		{ params, caller, request }: DecisionCall<unknown>,
		input: Parameters<typeof decideReport>[4],
	) =>
		decideReport(deps, { ...actorOf(request), adminId: caller.id }, reportList, params.id, input);

	return {
		async list({
			query,
			request,
		}: Call & { query: ReportFilters & { page: number; limit: number } }) {
			const { page, limit } = query;
			const { found, entries } = await findReportPage<Row>(db, reportList, query, { page, limit });
			const entry = { action: 'VIEW_REPORTS', target: auditTarget } as const;
			await logView(db, request, entry, { ...query });
			return {
				reports: entries.map((row) => present(row, photoUrls)),
				pagination: paginationOf(page, limit, found),
			};
		},

		async export({ query, request }: Call & { query: ReportFilters }) {
			const entry = { action: 'REPORTS_EXPORTED', target: auditTarget } as const;
			await logView(db, request, entry, { ...query });
			const batches = streamReports<Row>(backgroundDb, reportList, query);
			return generateCsv(csvColumns, batches, config.site.timeZone);
		},

		async find({ params: { id }, request }: Call & { params: { id: number } }) {
			const row = await findReport<Row>(db, reportList, id);
			if (!row) throw new AppError('not_found', REPORT_DECISION_ERRORS.notFound);
			const name = `${reportList.name} ${id}`;
			await logAudit(db, actorOf(request), { action: 'VIEW_REPORTS', target: name });
			const records = await listPersonRecords(db, [personIdOf(row), row.reporterId]);
			const others = await listOtherPendingReports(db, reportList, {
				targetId: targetIdOf(row),
				reportId: id,
			});
			return {
				report: present(row, photoUrls),
				otherPending: others.map(presentOtherReport<Report['type']>),
				records: records.map(presentPersonRecord),
				history: await listReportHistory(db, name),
			};
		},

		async resolve(
			call: DecisionCall<
				z.output<typeof itemReportResolution> | z.output<typeof reviewReportResolution>
			>,
		) {
			const { wholeTarget, otherReports, warning, ...outcome } = call.body;
			const decision = { status: 'resolved', ...outcome } as const;
			await decide(call, { decision, warning, wholeTarget, otherReports });
			return { success: true, message: REPORT_DECISION_MESSAGES.resolved } as const;
		},

		async reopen({ params, request }: Call & { params: { id: number } }) {
			await reopenReport(deps, actorOf(request), reportList, params.id);
			return { success: true, message: REPORT_DECISION_MESSAGES.reopened } as const;
		},

		async dismiss(call: DecisionCall<z.output<typeof reportDismissal>>) {
			const { wholeTarget, otherReports, notes } = call.body;
			const decision = { status: 'dismissed', notes } as const;
			await decide(call, { decision, wholeTarget, otherReports });
			return { success: true, message: REPORT_DECISION_MESSAGES.dismissed } as const;
		},
	};
}
