import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
import {
	ADMIN_FEEDBACK_MESSAGES,
	type AdminFeedback,
	approveFeedback as approveEndpoint,
	bulkApproveFeedback as bulkApproveEndpoint,
	deleteFeedback as deleteEndpoint,
	exportFeedback,
	type feedbackAnalytics,
	getAdminFeedback,
	getFeedbackAnalytics,
	listAdminFeedback,
	rejectFeedback as rejectEndpoint,
	toggleFeatured as toggleEndpoint,
} from '#contract/admin/feedback.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, inArray, sql } from '#server/db/drizzle.ts';
import { containsPattern } from '#server/db/expressions.ts';
import { admins } from '#server/db/schema/admins.ts';
import { feedback, searchTextOfFeedback } from '#server/db/schema/feedback.ts';
import {
	approveFeedback,
	approveFeedbackBatch,
	deleteFeedback,
	featureFeedback,
	rejectFeedback,
} from '#server/features/feedback/moderation.ts';
import { route } from '#server/http/route.ts';
import { logUnchanged } from './audit.ts';
import type { AdminDeps } from './kit/deps.ts';
import { adminList, ifSet, type ListSection, percent, toOneDecimal, yesOrNo } from './kit/list.ts';

type FeedbackFilters = Omit<z.output<(typeof listAdminFeedback)['query']>, 'page' | 'limit'>;
type FeedbackRow = Awaited<ReturnType<typeof readFeedback>>[number];
type FeedbackAnalytics = z.infer<typeof feedbackAnalytics>['analytics'];

const FEEDBACK: ListSection<FeedbackFilters, FeedbackRow, AdminFeedback> = {
	table: feedback,
	where: ({ status, category, rating, q }) =>
		and(
			ifSet(status, (name) => eq(feedback.status, name)),
			ifSet(category, (name) => eq(feedback.category, name)),
			ifSet(rating, (stars) => eq(feedback.rating, stars)),
			ifSet(q, (text) => sql`${searchTextOfFeedback(feedback)} like ${containsPattern(text)}`),
		),
	orders: { newest: sql`${feedback.id} desc` },
	read: readFeedback,
	find: async (db, id) => (await readFeedback(db, [id]))[0],
	notFound: ADMIN_FEEDBACK_ERRORS.notFound,
	present: presentFeedback,
	columns: [
		{ title: 'Number', value: ({ id }) => id },
		{ title: 'Name', value: ({ name }) => name },
		{ title: 'Email', value: ({ email }) => email },
		{ title: 'Rating', value: ({ rating }) => rating },
		{ title: 'Feedback', value: ({ feedback }) => feedback },
		{ title: 'Category', value: ({ category }) => category },
		{ title: 'Status', value: ({ status }) => status },
		{ title: 'Public', value: ({ isPublic }) => yesOrNo(isPublic) },
		{ title: 'Featured', value: ({ isFeatured }) => yesOrNo(isFeatured) },
		{ title: 'Admin notes', value: ({ adminNotes }) => adminNotes },
		{ title: 'Created', value: ({ createdAt }) => createdAt },
		{ title: 'Reviewed', value: ({ reviewedAt }) => reviewedAt },
		{ title: 'Reviewer', value: ({ reviewerName }) => reviewerName },
	],
	audit: {
		viewed: 'VIEW_FEEDBACK',
		exported: 'FEEDBACK_EXPORTED',
		all: 'feedback',
		one: 'feedback',
	},
};

/** Routes to review feedback. */
export function adminFeedbackRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const { db } = deps;
	const handlers = adminList(deps, FEEDBACK);

	route(app, listAdminFeedback, async (call) => {
		const { rows, pagination } = await handlers.list(call);
		return { feedbacks: rows, pagination };
	});

	route(app, exportFeedback, handlers.export);

	route(app, getAdminFeedback, async (call) => ({
		feedback: presentFeedback(await handlers.one(call)),
	}));

	route(app, getFeedbackAnalytics, async ({ request }) => {
		const statistics = await findFeedbackStatistics(db);
		await logAudit(db, actorOf(request), {
			action: 'VIEW_ANALYTICS',
			target: 'analytics',
			details: 'feedback',
		});
		return { analytics: presentFeedbackStatistics(statistics) };
	});

	decisionRoutes(app, deps);
}

function decisionRoutes(app: FastifyInstance, { db, backgroundDb, adminChannel }: AdminDeps): void {
	route(app, approveEndpoint, async ({ params, body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		await approveFeedback(db, actor, params.id, body);
		adminChannel.publish({ what: 'feedback' }, actor.socketId);
		return { message: ADMIN_FEEDBACK_MESSAGES.approved };
	});

	route(app, rejectEndpoint, async ({ params, body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const { adminNotes: notes, afterAll } = body;
		await rejectFeedback(db, actor, params.id, { notes, afterAll });
		adminChannel.publish({ what: 'feedback' }, actor.socketId);
		const { rejected, unapproved } = ADMIN_FEEDBACK_MESSAGES;
		return { message: afterAll ? unapproved : rejected };
	});

	route(app, deleteEndpoint, async ({ params, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		await deleteFeedback(db, actor, params.id);
		adminChannel.publish({ what: 'feedback' }, actor.socketId);
		return { message: ADMIN_FEEDBACK_MESSAGES.deleted };
	});

	route(app, toggleEndpoint, async ({ params, body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const isFeatured = await featureFeedback(db, actor, params.id, body.isFeatured);
		adminChannel.publish({ what: 'feedback' }, actor.socketId);
		const { featured, unfeatured } = ADMIN_FEEDBACK_MESSAGES;
		return { message: isFeatured ? featured : unfeatured };
	});

	route(app, bulkApproveEndpoint, async ({ body: { feedbackIds, isPublic }, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const approved = await approveFeedbackBatch(backgroundDb, actor, feedbackIds, isPublic);
		if (approved.length > 0) adminChannel.publish({ what: 'feedback' }, actor.socketId);
		const unchanged = feedbackIds.filter((id) => !approved.includes(id));
		await logUnchanged(backgroundDb, request, unchanged);
		return {
			message: ADMIN_FEEDBACK_MESSAGES.bulkApproved(approved.length),
			approved: approved.length,
		};
	});
}

function readFeedback(db: Db, ids: readonly number[]) {
	return db
		.select({
			id: feedback.id,
			name: feedback.name,
			email: feedback.email,
			rating: feedback.rating,
			feedback: feedback.feedback,
			category: feedback.category,
			status: feedback.status,
			isFeatured: feedback.isFeatured,
			isPublic: feedback.isPublic,
			adminNotes: feedback.adminNotes,
			createdAt: feedback.createdAt,
			reviewedAt: feedback.reviewedAt,
			reviewerId: admins.id,
			reviewerName: admins.username,
		})
		.from(feedback)
		.leftJoin(admins, eq(admins.id, feedback.reviewedBy))
		.where(inArray(feedback.id, [...ids]));
}

function presentFeedback(row: FeedbackRow): AdminFeedback {
	const { reviewerId, reviewerName, createdAt, reviewedAt, ...fields } = row;
	return {
		...fields,
		category: fields.category as AdminFeedback['category'],
		status: fields.status as AdminFeedback['status'],
		createdAt: createdAt.toISOString(),
		reviewedAt: reviewedAt?.toISOString() ?? null,
		reviewer: reviewerId === null ? null : { id: reviewerId, username: reviewerName ?? '' },
	};
}

interface FeedbackStatistics {
	total: number;
	pending: number;
	approved: number;
	featured: number;
	/** Average of all ratings, 0 without any. */
	averageRating: number;
}

/** Counts of all feedback. */
async function findFeedbackStatistics(db: Db): Promise<FeedbackStatistics> {
	const { rows } = await db.execute<FeedbackStatistics & Record<string, unknown>>(sql`
		select count(*)::int as total,
			count(*) filter (where status = 'pending')::int as pending,
			count(*) filter (where status = 'approved')::int as approved,
			count(*) filter (where is_featured)::int as featured,
			coalesce(avg(rating), 0)::float8 as "averageRating"
		from ${feedback}`);
	return rows[0] ?? { total: 0, pending: 0, approved: 0, featured: 0, averageRating: 0 };
}

/** The approval rate is a percentage of all feedback; pending feedback counts as not approved. */
function presentFeedbackStatistics(statistics: FeedbackStatistics): FeedbackAnalytics {
	return {
		totalFeedbacks: statistics.total,
		pendingFeedbacks: statistics.pending,
		approvedFeedbacks: statistics.approved,
		approvalRate: percent(statistics.approved, statistics.total),
		averageRating: toOneDecimal(statistics.averageRating),
		featuredFeedbacks: statistics.featured,
	};
}
