import type { FastifyInstance } from 'fastify';
import {
	ADMIN_FEEDBACK_MESSAGES,
	approveFeedback as approveCall,
	bulkApproveFeedback as approveTogetherCall,
	getAdminFeedback,
	getFeedbackAnalytics,
	listAdminFeedback,
	rejectFeedback as rejectCall,
	toggleFeatured as toggleCall,
} from '#contract/admin/feedback.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { recordUnchanged } from '#server/admin/audit/log-attempts.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { viewDetails } from '#server/admin/kit/view-details.ts';
import { actorOf, record } from '#server/audit/log.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import {
	approveFeedback,
	approveFeedbackTogether,
	featureFeedback,
	rejectFeedback,
} from './commands.ts';
import { presentFeedback, presentFeedbackFigures } from './present.ts';
import { countFeedback, findFeedbackPage } from './queries.ts';

/** What people said of the market, for review. */
export function adminFeedbackRoutes(app: FastifyInstance, parts: AdminDeps): void {
	readingRoutes(app, parts);
	decisionRoutes(app, parts);
}

function readingRoutes(app: FastifyInstance, { db }: AdminDeps): void {
	route(
		app,
		listAdminFeedback,
	)(async ({ query: { page, limit, ...filters }, request }) => {
		const { found, entries } = await findFeedbackPage(db, filters, { page, limit });
		const details = viewDetails({ ...filters, page });
		await record(db, actorOf(request), { action: 'VIEW_FEEDBACK', target: 'feedback', details });
		return {
			success: true,
			feedbacks: entries.map(presentFeedback),
			pagination: paginationOf(page, limit, found),
		};
	});

	route(
		app,
		getAdminFeedback,
	)(async ({ params: { id }, request }) => {
		const [entry] = (await findFeedbackPage(db, { id }, { page: 1, limit: 1 })).entries;
		if (!entry) throw new AppError('not_found', ADMIN_FEEDBACK_MESSAGES.notFound);
		await record(db, actorOf(request), { action: 'VIEW_FEEDBACK', target: `feedback ${id}` });
		return { success: true, feedback: presentFeedback(entry) };
	});

	route(
		app,
		getFeedbackAnalytics,
	)(async ({ request }) => {
		const figures = await countFeedback(db);
		await record(db, actorOf(request), {
			action: 'VIEW_ANALYTICS',
			target: 'analytics',
			details: 'feedback',
		});
		return { success: true, analytics: presentFeedbackFigures(figures) };
	});
}

function decisionRoutes(app: FastifyInstance, { db, adminChannel: office }: AdminDeps): void {
	route(
		app,
		approveCall,
	)(async ({ params, body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		await approveFeedback(db, actor, params.id, body);
		office.publish({ what: 'feedback' }, actor.line);
		return { success: true, message: ADMIN_FEEDBACK_MESSAGES.approved };
	});

	route(
		app,
		rejectCall,
	)(async ({ params, body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		await rejectFeedback(db, actor, params.id, body.adminNotes);
		office.publish({ what: 'feedback' }, actor.line);
		return { success: true, message: ADMIN_FEEDBACK_MESSAGES.rejected };
	});

	route(
		app,
		toggleCall,
	)(async ({ params, body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const isFeatured = await featureFeedback(db, actor, params.id, body.isFeatured);
		office.publish({ what: 'feedback' }, actor.line);
		const { featured, unfeatured } = ADMIN_FEEDBACK_MESSAGES;
		return { success: true, message: isFeatured ? featured : unfeatured };
	});

	route(
		app,
		approveTogetherCall,
	)(async ({ body: { feedbackIds, isPublic }, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const approved = await approveFeedbackTogether(db, actor, feedbackIds, isPublic);
		if (approved.length > 0) office.publish({ what: 'feedback' }, actor.line);
		const unchanged = feedbackIds.filter((id) => !approved.includes(id));
		await recordUnchanged(db, request, unchanged);
		return {
			success: true,
			message: ADMIN_FEEDBACK_MESSAGES.bulkApproved(approved.length),
			approved: approved.length,
		};
	});
}
