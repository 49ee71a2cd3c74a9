import type { FastifyInstance } from 'fastify';
import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
import {
	ADMIN_FEEDBACK_MESSAGES,
	approveFeedback as approveEndpoint,
	bulkApproveFeedback as bulkApproveEndpoint,
	deleteFeedback as deleteEndpoint,
	exportFeedback,
	getAdminFeedback,
	getFeedbackAnalytics,
	listAdminFeedback,
	rejectFeedback as rejectEndpoint,
	toggleFeatured as toggleEndpoint,
} from '#contract/admin/feedback.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { logUnchanged } from '#server/admin/audit/rejected-actions.ts';
import { EXPORT_BATCH_SIZE, generateCsv } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { logView } from '#server/admin/kit/log-view.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import {
	approveFeedback,
	approveFeedbackBatch,
	deleteFeedback,
	featureFeedback,
	rejectFeedback,
} from '#server/features/feedback/moderation.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { FEEDBACK_COLUMNS, presentFeedback, presentFeedbackStatistics } from './present.ts';
import { findFeedbackPage, findFeedbackStatistics, streamFeedback } from './queries.ts';

/** Routes to review feedback. */
export function adminFeedbackRoutes(app: FastifyInstance, deps: AdminDeps): void {
	readRoutes(app, deps);
	decisionRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { db, backgroundDb, config }: AdminDeps): void {
	route(
		app,
		listAdminFeedback,
	)(async ({ query, request }) => {
		const { page, limit, ...filters } = query;
		const { found, entries } = await findFeedbackPage(db, filters, { page, limit });
		await logView(db, request, { action: 'VIEW_FEEDBACK', target: 'feedback' }, query);
		return {
			success: true,
			feedbacks: entries.map(presentFeedback),
			pagination: paginationOf(page, limit, found),
		};
	});

	route(
		app,
		exportFeedback,
	)(async ({ query, request }) => {
		await logView(db, request, { action: 'FEEDBACK_EXPORTED', target: 'feedback' }, query);
		const batches = streamFeedback(backgroundDb, query, EXPORT_BATCH_SIZE);
		return generateCsv(FEEDBACK_COLUMNS, batches, config.site.timeZone);
	});

	route(
		app,
		getAdminFeedback,
	)(async ({ params: { id }, request }) => {
		const [entry] = (await findFeedbackPage(db, { id }, { page: 1, limit: 1 })).entries;
		if (!entry) throw new AppError('not_found', ADMIN_FEEDBACK_ERRORS.notFound);
		await logAudit(db, actorOf(request), { action: 'VIEW_FEEDBACK', target: `feedback ${id}` });
		return { success: true, feedback: presentFeedback(entry) };
	});

	route(
		app,
		getFeedbackAnalytics,
	)(async ({ request }) => {
		const statistics = await findFeedbackStatistics(db);
		await logAudit(db, actorOf(request), {
			action: 'VIEW_ANALYTICS',
			target: 'analytics',
			details: 'feedback',
		});
		return { success: true, analytics: presentFeedbackStatistics(statistics) };
	});
}

function decisionRoutes(app: FastifyInstance, { db, backgroundDb, adminChannel }: AdminDeps): void {
	route(
		app,
		approveEndpoint,
	)(async ({ params, body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		await approveFeedback(db, actor, params.id, body);
		adminChannel.publish({ what: 'feedback' }, actor.socketId);
		return { success: true, message: ADMIN_FEEDBACK_MESSAGES.approved };
	});

	route(
		app,
		rejectEndpoint,
	)(async ({ params, body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const { adminNotes: notes, afterAll } = body;
		await rejectFeedback(db, actor, params.id, { notes, afterAll });
		adminChannel.publish({ what: 'feedback' }, actor.socketId);
		const { rejected, unapproved } = ADMIN_FEEDBACK_MESSAGES;
		return { success: true, message: afterAll ? unapproved : rejected };
	});

	route(
		app,
		deleteEndpoint,
	)(async ({ params, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		await deleteFeedback(db, actor, params.id);
		adminChannel.publish({ what: 'feedback' }, actor.socketId);
		return { success: true, message: ADMIN_FEEDBACK_MESSAGES.deleted };
	});

	route(
		app,
		toggleEndpoint,
	)(async ({ params, body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const isFeatured = await featureFeedback(db, actor, params.id, body.isFeatured);
		adminChannel.publish({ what: 'feedback' }, actor.socketId);
		const { featured, unfeatured } = ADMIN_FEEDBACK_MESSAGES;
		return { success: true, message: isFeatured ? featured : unfeatured };
	});

	route(
		app,
		bulkApproveEndpoint,
	)(async ({ body: { feedbackIds, isPublic }, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const approved = await approveFeedbackBatch(backgroundDb, actor, feedbackIds, isPublic);
		if (approved.length > 0) adminChannel.publish({ what: 'feedback' }, actor.socketId);
		const unchanged = feedbackIds.filter((id) => !approved.includes(id));
		await logUnchanged(backgroundDb, request, unchanged);
		return {
			success: true,
			message: ADMIN_FEEDBACK_MESSAGES.bulkApproved(approved.length),
			approved: approved.length,
		};
	});
}
