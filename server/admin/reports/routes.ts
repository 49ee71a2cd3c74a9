import type { FastifyInstance } from 'fastify';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
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
	reopenReport,
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
import { findAdminItem } from '#server/admin/items/list-queries.ts';
import { presentAdminItem } from '#server/admin/items/present.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { actorOf } from '#server/audit/log.ts';
import { presentPhotos } from '#server/features/chat/present.ts';
import { unhideReview } from '#server/features/deals/reviews/moderation.ts';
import { countOpenReports, resolveOpenReports } from '#server/features/reports/decide.ts';
import { route } from '#server/http/route.ts';
import { reportHandlers } from './handlers.ts';
import { ITEM_REPORT_LIST } from './item-report-queries.ts';
import {
	ITEM_REPORT_COLUMNS,
	presentItemReport,
	presentReviewReport,
	presentUserReport,
	REVIEW_REPORT_COLUMNS,
	USER_REPORT_COLUMNS,
} from './present.ts';
import { readReportedChat } from './reported-chat.ts';
import { REVIEW_REPORT_LIST } from './review-report-queries.ts';
import { USER_REPORT_LIST } from './user-report-queries.ts';

/** Routes for reports about items, users and reviews, and their decisions. */
export function adminReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const ofItems = reportHandlers(deps, {
		reportList: ITEM_REPORT_LIST,
		targetIdOf: ({ itemId }) => itemId,
		personIdOf: ({ ownerId }) => ownerId,
		present: presentItemReport,
		csvColumns: ITEM_REPORT_COLUMNS,
	});
	route(app, listReports)(async (call) => ({ success: true, ...(await ofItems.list(call)) }));
	route(app, exportReports)(ofItems.export);
	route(
		app,
		getReport,
	)(async (call) => {
		const found = await ofItems.find(call);
		const item = await findAdminItem(deps.db, found.report.Item.id);
		return { success: true, ...found, item: item ? presentAdminItem(item, deps.photoUrls) : null };
	});
	route(app, resolveReport)(ofItems.resolve);
	route(app, dismissReport)(ofItems.dismiss);
	route(app, reopenReport)(ofItems.reopen);

	const ofUsers = reportHandlers(deps, {
		reportList: USER_REPORT_LIST,
		targetIdOf: ({ reportedId }) => reportedId,
		personIdOf: ({ reportedId }) => reportedId,
		present: presentUserReport,
		csvColumns: USER_REPORT_COLUMNS,
	});
	route(
		app,
		listUserReports,
	)(async (call) => {
		const { reports, pagination } = await ofUsers.list(call);
		return { success: true, userReports: reports, pagination };
	});
	route(app, exportUserReports)(ofUsers.export);
	route(
		app,
		getUserReport,
	)(async (call) => {
		const { report, ...more } = await ofUsers.find(call);
		return { success: true, userReport: report, ...more };
	});
	route(app, resolveUserReport)(ofUsers.resolve);
	route(app, dismissUserReport)(ofUsers.dismiss);
	route(app, reopenUserReport)(ofUsers.reopen);

	reviewReportRoutes(app, deps);
	openReportRoutes(app, deps);

	route(
		app,
		getReportedChat,
	)(async ({ params, request }) => {
		const messages = await readReportedChat(deps.db, actorOf(request), params.id);
		return {
			success: true,
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
	route(
		app,
		countOpenReportsEndpoint,
	)(async ({ query }) => ({ success: true, count: await countOpenReports(deps.db, query) }));

	route(
		app,
		resolveOpenReportsEndpoint,
	)(async ({ body, caller, request }) => {
		const administrator = { ...actorOf(request), adminId: caller.id };
		const count = await resolveOpenReports(deps, administrator, body);
		return { success: true, message: REPORT_DECISION_MESSAGES.openResolved(count) };
	});
}

function reviewReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const ofReviews = reportHandlers(deps, {
		reportList: REVIEW_REPORT_LIST,
		targetIdOf: ({ reviewId }) => reviewId,
		personIdOf: ({ writerId }) => writerId,
		present: presentReviewReport,
		csvColumns: REVIEW_REPORT_COLUMNS,
	});
	route(
		app,
		listReviewReports,
	)(async (call) => {
		const { reports, pagination } = await ofReviews.list(call);
		return { success: true, reviewReports: reports, pagination };
	});
	route(app, exportReviewReports)(ofReviews.export);
	route(
		app,
		getReviewReport,
	)(async (call) => {
		const { report, ...more } = await ofReviews.find(call);
		return { success: true, reviewReport: report, ...more };
	});
	route(app, resolveReviewReport)(ofReviews.resolve);
	route(app, dismissReviewReport)(ofReviews.dismiss);
	route(app, reopenReviewReport)(ofReviews.reopen);

	route(
		app,
		unhideReviewEndpoint,
	)(async ({ params, request }) => {
		await unhideReview(deps, actorOf(request), params.id);
		return { success: true, message: ADMIN_REVIEW_MESSAGES.unhidden };
	});
}
