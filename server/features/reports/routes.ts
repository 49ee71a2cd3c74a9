import type { FastifyInstance } from 'fastify';
import {
	listOwnReports,
	reportItem,
	reportReview,
	reportUser,
	reportWanted,
} from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { route } from '#server/http/route.ts';
import { pageOf } from '#server/lib/paging.ts';
import {
	fileItemReport,
	fileReviewReport,
	fileUserReport,
	fileWantedReport,
	type ReportingDeps,
} from './commands.ts';
import { decodePosition, encodePosition } from './cursor.ts';
import { listReportsByReporter } from './own-queries.ts';
import { presentOwnReport } from './present.ts';

/** Routes to report items, users, wanted posts and reviews, and to see the outcome of own reports. */
export function reportRoutes(app: FastifyInstance, deps: ReportingDeps): void {
	const { db } = deps;
	route(
		app,
		reportItem,
	)(async ({ params, body, caller }) => {
		await fileItemReport(deps, caller.id, params.id, body);
		return { success: true, message: REPORT_MESSAGES.itemReported };
	});

	route(
		app,
		reportUser,
	)(async ({ params, body, caller }) => {
		await fileUserReport(deps, caller.id, params.userId, body);
		return { success: true, message: REPORT_MESSAGES.userReported };
	});

	route(
		app,
		reportWanted,
	)(async ({ params, body, caller }) => {
		await fileWantedReport(deps, caller.id, params.id, body);
		return { success: true, message: REPORT_MESSAGES.wantedReported };
	});

	route(
		app,
		reportReview,
	)(async ({ params, body, caller }) => {
		await fileReviewReport(deps, caller.id, params.id, body);
		return { success: true, message: REPORT_MESSAGES.reviewReported };
	});

	route(
		app,
		listOwnReports,
	)(async ({ query: { limit, cursor }, caller }) => {
		const after = cursor === undefined ? undefined : decodePosition(cursor);
		const found = await listReportsByReporter(db, caller.id, limit + 1, after);
		const { rows, last } = pageOf(found, limit);
		return {
			success: true,
			reports: rows.map(presentOwnReport),
			nextCursor: last ? encodePosition(last) : null,
		};
	});
}
