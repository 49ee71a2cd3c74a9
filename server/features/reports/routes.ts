import type { FastifyInstance } from 'fastify';
import { PAGES } from '#contract/core/pages.ts';
import {
	listOwnReports,
	reportItem,
	reportReview,
	reportUser,
	reportWanted,
} from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import type { OwnReport } from '#contract/reports/schemas.ts';
import { route } from '#server/http/route.ts';
import { pageOf } from '#server/lib/cursors.ts';
import {
	fileItemReport,
	fileReviewReport,
	fileUserReport,
	fileWantedReport,
	type ReportingDeps,
} from './commands.ts';
import {
	decodePosition,
	encodePosition,
	listReportsByReporter,
	type OwnReportRow,
} from './own-queries.ts';

/** Routes to report items, users, wanted posts and reviews, and to see the outcome of own reports. */
export function reportRoutes(app: FastifyInstance, deps: ReportingDeps): void {
	const { db } = deps;
	route(app, reportItem, async ({ params, body, caller }) => {
		await fileItemReport(deps, caller.id, params.id, body);
		return { message: REPORT_MESSAGES.itemReported };
	});

	route(app, reportUser, async ({ params, body, caller }) => {
		await fileUserReport(deps, caller.id, params.userId, body);
		return { message: REPORT_MESSAGES.userReported };
	});

	route(app, reportWanted, async ({ params, body, caller }) => {
		await fileWantedReport(deps, caller.id, params.id, body);
		return { message: REPORT_MESSAGES.wantedReported };
	});

	route(app, reportReview, async ({ params, body, caller }) => {
		await fileReviewReport(deps, caller.id, params.id, body);
		return { message: REPORT_MESSAGES.reviewReported };
	});

	route(app, listOwnReports, async ({ query: { limit, cursor }, caller }) => {
		const after = cursor === undefined ? undefined : decodePosition(cursor);
		const found = await listReportsByReporter(db, caller.id, limit + 1, after);
		const { rows, last } = pageOf(found, limit);
		return {
			reports: rows.map(presentOwnReport),
			nextCursor: last ? encodePosition(last) : null,
		};
	});
}

const PAGE_OF = {
	item: PAGES.item,
	user: PAGES.person,
	wanted: PAGES.wantedPost,
	review: PAGES.person,
} as const;

function presentOwnReport(row: OwnReportRow): OwnReport {
	return {
		// With the first letter of the kind, the id is unique among reports of all kinds.
		id: `${row.kind[0]}${row.id}`,
		kind: row.kind,
		about: row.about,
		link: row.isPublic ? PAGE_OF[row.kind].replace(':id', String(row.aboutId)) : null,
		type: row.type,
		complaint: row.complaint,
		status: row.status as OwnReport['status'],
		createdAt: row.createdAt.toISOString(),
		resolvedAt: row.resolvedAt?.toISOString() ?? null,
	};
}
