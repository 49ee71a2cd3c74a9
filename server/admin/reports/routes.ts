import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import {
	type itemReportResolution,
	REPORT_DECISION_MESSAGES,
	type reportDismissal,
	type reviewReportResolution,
	type wantedReportResolution,
} from '#contract/admin/report-decisions.ts';
import {
	countOpenReports as countOpenReportsEndpoint,
	dismissReport,
	dismissUserReport,
	exportReports,
	exportUserReports,
	getReport,
	getReportedChat,
	getUserReport,
	listReports,
	listUserReports,
	reopenReport as reopenReportEndpoint,
	reopenUserReport,
	resolveOpenReports as resolveOpenReportsEndpoint,
	resolveReport,
	resolveUserReport,
} from '#contract/admin/reports.ts';
import {
	ADMIN_REVIEW_MESSAGES,
	dismissReviewReport,
	exportReviewReports,
	getReviewReport,
	listReviewReports,
	reopenReviewReport,
	resolveReviewReport,
	unhideReview as unhideReviewEndpoint,
} from '#contract/admin/review-reports.ts';
import { itemSection } from '#server/admin/items.ts';
import type { Column } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { listPersonRecords, listReportHistory } from '#server/admin/kit/history-queries.ts';
import { adminList } from '#server/admin/kit/list.ts';
import { actorOf } from '#server/audit/log.ts';
import { presentPhotos } from '#server/features/chat/present.ts';
import { unhideReview } from '#server/features/deals/reviews/moderation.ts';
import {
	countOpenReports,
	decideReport,
	reopenReport,
	resolveOpenReports,
} from '#server/features/reports/decide.ts';
import type { ReportKind } from '#server/features/reports/queries.ts';
import { route } from '#server/http/route.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { readReportedChat } from './chat.ts';
import {
	ITEM_REPORT_COLUMNS,
	presentItemReport,
	presentPendingReport,
	presentPersonRecord,
	presentReviewReport,
	presentUserReport,
	REVIEW_REPORT_COLUMNS,
	USER_REPORT_COLUMNS,
} from './present.ts';
import {
	ITEM_REPORT_LIST,
	listPendingReports,
	REVIEW_REPORT_LIST,
	type ReportList,
	type ReportRow,
	reportListing,
	USER_REPORT_LIST,
} from './queries.ts';

/** Routes for reports about items, users and reviews, and their decisions. */
export function adminReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const items = itemSection(deps);
	const ofItems = reportHandlers(deps, ITEM_REPORT_LIST, presentItemReport, ITEM_REPORT_COLUMNS);
	route(app, listReports, async (call) => {
		const { rows, pagination } = await ofItems.list(call);
		return { reports: rows, pagination };
	});
	route(app, exportReports, ofItems.export);
	route(app, getReport, async (call) => {
		const found = await ofItems.oneCase(call);
		const item = await items.find(deps.db, found.report.Item.id);
		return { ...found, item: item ? items.present(item) : null };
	});
	route(app, resolveReport, ofItems.resolve);
	route(app, dismissReport, ofItems.dismiss);
	route(app, reopenReportEndpoint, ofItems.reopen);

	const ofUsers = reportHandlers(deps, USER_REPORT_LIST, presentUserReport, USER_REPORT_COLUMNS);
	route(app, listUserReports, async (call) => {
		const { rows, pagination } = await ofUsers.list(call);
		return { userReports: rows, pagination };
	});
	route(app, exportUserReports, ofUsers.export);
	route(app, getUserReport, async (call) => {
		const { report, ...more } = await ofUsers.oneCase(call);
		return { userReport: report, ...more };
	});
	route(app, resolveUserReport, ofUsers.resolve);
	route(app, dismissUserReport, ofUsers.dismiss);
	route(app, reopenUserReport, ofUsers.reopen);

	reviewReportRoutes(app, deps);
	openReportRoutes(app, deps);

	route(app, getReportedChat, async ({ params, request }) => {
		const messages = await readReportedChat(deps.db, actorOf(request), params.id);
		return {
			messages: messages.map(({ photos, createdAt, ...row }) => ({
				...row,
				photos: presentPhotos(photos ?? [], { reportId: params.id }, deps.photoUrls),
				createdAt: createdAt.toISOString(),
			})),
		};
	});
}

/** The pending reports that a ban answers. */
function openReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	route(app, countOpenReportsEndpoint, async ({ query }) => ({
		count: await countOpenReports(deps.db, query),
	}));

	route(app, resolveOpenReportsEndpoint, async ({ body, caller, request }) => {
		const administrator = { ...actorOf(request), adminId: caller.id };
		const count = await resolveOpenReports(deps, administrator, body);
		return { message: REPORT_DECISION_MESSAGES.openResolved(count) };
	});
}

function reviewReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const ofReviews = reportHandlers(
		deps,
		REVIEW_REPORT_LIST,
		presentReviewReport,
		REVIEW_REPORT_COLUMNS,
	);
	route(app, listReviewReports, async (call) => {
		const { rows, pagination } = await ofReviews.list(call);
		return { reviewReports: rows, pagination };
	});
	route(app, exportReviewReports, ofReviews.export);
	route(app, getReviewReport, async (call) => {
		const { report, ...more } = await ofReviews.oneCase(call);
		return { reviewReport: report, ...more };
	});
	route(app, resolveReviewReport, ofReviews.resolve);
	route(app, dismissReviewReport, ofReviews.dismiss);
	route(app, reopenReviewReport, ofReviews.reopen);

	route(app, unhideReviewEndpoint, async ({ params, request }) => {
		await unhideReview(deps, actorOf(request), params.id);
		return { message: ADMIN_REVIEW_MESSAGES.unhidden };
	});
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
function reportHandlers<Row extends ReportRow, Report extends { type: string }>(
	deps: AdminDeps,
	reportList: ReportList<Row>,
	presentReport: (row: Row, photoUrls: PhotoUrls) => Report,
	columns: readonly Column<Row>[],
) {
	const { db, photoUrls } = deps;
	const { name, targetIdOf, personIdOf } = reportList;
	const listing = reportListing(reportList);
	const present = (row: Row) => presentReport(row, photoUrls);
	const handlers = adminList(deps, {
		...listing,
		find: async (db, id) => (await listing.read(db, [id]))[0],
		notFound: REPORT_DECISION_ERRORS.notFound,
		present,
		columns,
		audit: { viewed: 'VIEW_REPORTS', exported: 'REPORTS_EXPORTED', all: `${name}s`, one: name },
	});
	return {
		...handlers,
		...decisionHandlers(deps, reportList),

		/** A report with what helps to decide it. */
		async oneCase(call: Call & { params: { id: number } }) {
			const row = await handlers.one(call);
			const records = await listPersonRecords(db, [personIdOf(row), row.reporterId]);
			const others = await listPendingReports(db, reportList, targetIdOf(row), row.id);
			return {
				report: present(row),
				otherPending: others.map(presentPendingReport<Report['type']>),
				records: records.map(presentPersonRecord),
				history: await listReportHistory(db, `${name} ${row.id}`),
			};
		},
	};
}

/** The handlers of the decisions on reports of one kind. */
export function decisionHandlers(deps: AdminDeps, kind: ReportKind) {
	const decide = (
		{ params, caller, request }: DecisionCall<unknown>,
		input: Parameters<typeof decideReport>[4],
	) => decideReport(deps, { ...actorOf(request), adminId: caller.id }, kind, params.id, input);

	return {
		async resolve(
			call: DecisionCall<
				z.output<
					| typeof itemReportResolution
					| typeof wantedReportResolution
					| typeof reviewReportResolution
				>
			>,
		) {
			const { wholeTarget, otherReports, warning, ...outcome } = call.body;
			const decision = { status: 'resolved', ...outcome } as const;
			await decide(call, { decision, warning, wholeTarget, otherReports });
			return { message: REPORT_DECISION_MESSAGES.resolved } as const;
		},

		async dismiss(call: DecisionCall<z.output<typeof reportDismissal>>) {
			const { wholeTarget, otherReports, notes } = call.body;
			const decision = { status: 'dismissed', notes } as const;
			await decide(call, { decision, wholeTarget, otherReports });
			return { message: REPORT_DECISION_MESSAGES.dismissed } as const;
		},

		async reopen({ params, request }: Call & { params: { id: number } }) {
			await reopenReport(deps, actorOf(request), kind, params.id);
			return { message: REPORT_DECISION_MESSAGES.reopened } as const;
		},
	};
}
