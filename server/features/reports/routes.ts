import type { FastifyInstance } from 'fastify';
import {
	listOwnReports,
	REPORT_MESSAGES,
	reportItem,
	reportUser,
} from '#contract/reports/reports.ts';
import { route } from '#server/http/route.ts';
import { pageOf } from '#server/lib/paging.ts';
import { type ReportingParts, reportItemAs, reportUserAs } from './commands.ts';
import { decodePlace, encodePlace } from './cursor.ts';
import { listReportsOf } from './own-queries.ts';
import { presentOwnReport } from './present.ts';

/** What people report to the administrators, and what became of it. */
export function reportRoutes(app: FastifyInstance, parts: ReportingParts): void {
	const { db } = parts;
	route(
		app,
		reportItem,
	)(async ({ params, body, caller }) => {
		await reportItemAs(parts, caller.id, params.id, body);
		return { success: true, message: REPORT_MESSAGES.itemReported };
	});

	route(
		app,
		reportUser,
	)(async ({ params, body, caller }) => {
		await reportUserAs(parts, caller.id, params.userId, body);
		return { success: true, message: REPORT_MESSAGES.userReported };
	});

	route(
		app,
		listOwnReports,
	)(async ({ query: { limit, cursor }, caller }) => {
		const after = cursor === undefined ? undefined : decodePlace(cursor);
		const found = await listReportsOf(db, caller.id, limit + 1, after);
		const { rows, last } = pageOf(found, limit);
		return {
			success: true,
			reports: rows.map(presentOwnReport),
			nextCursor: last ? encodePlace(last) : null,
		};
	});
}
