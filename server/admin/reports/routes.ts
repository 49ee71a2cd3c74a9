import type { FastifyInstance } from 'fastify';
import {
	dismissReport,
	dismissUserReport,
	exportReports,
	exportUserReports,
	getReport,
	getReportedChat,
	getUserReport,
	listReports,
	listUserReports,
	resolveReport,
	resolveUserReport,
} from '#contract/admin/reports.ts';
import {
	ADMIN_REVIEW_MESSAGES,
	dismissReviewReport,
	exportReviewReports,
	getReviewReport,
	listReviewReports,
	resolveReviewReport,
	unhideReview as unhideReviewEndpoint,
} from '#contract/admin/review-reports.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { actorOf } from '#server/audit/log.ts';
import { presentPhotos } from '#server/features/chat/present.ts';
import { unhideReview } from '#server/features/deals/reviews/moderation.ts';
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
		present: presentItemReport,
		csvColumns: ITEM_REPORT_COLUMNS,
	});
	route(app, listReports)(async (call) => ({ success: true, ...(await ofItems.list(call)) }));
	route(app, exportReports)(ofItems.export);
	route(app, getReport)(async (call) => ({ success: true, ...(await ofItems.find(call)) }));
	route(app, resolveReport)(ofItems.resolve);
	route(app, dismissReport)(ofItems.dismiss);

	const ofUsers = reportHandlers(deps, {
		reportList: USER_REPORT_LIST,
		targetIdOf: ({ reportedId }) => reportedId,
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
		const { report, otherPending } = await ofUsers.find(call);
		return { success: true, userReport: report, otherPending };
	});
	route(app, resolveUserReport)(ofUsers.resolve);
	route(app, dismissUserReport)(ofUsers.dismiss);

	reviewReportRoutes(app, deps);

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

function reviewReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const ofReviews = reportHandlers(deps, {
		reportList: REVIEW_REPORT_LIST,
		targetIdOf: ({ reviewId }) => reviewId,
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
		const { report, otherPending } = await ofReviews.find(call);
		return { success: true, reviewReport: report, otherPending };
	});
	route(app, resolveReviewReport)(ofReviews.resolve);
	route(app, dismissReviewReport)(ofReviews.dismiss);

	route(
		app,
		unhideReviewEndpoint,
	)(async ({ params, request }) => {
		await unhideReview(deps, actorOf(request), params.id);
		return { success: true, message: ADMIN_REVIEW_MESSAGES.unhidden };
	});
}
