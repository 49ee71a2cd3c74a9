import * as z from 'zod/mini';
import { ADMIN_FEEDBACK_ERRORS, NOTE_ERRORS } from '#contract/admin/errors.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { pageNumber, pageSize, pagination } from '#contract/core/paging.ts';
import { byId, idWithMessage, list, success, text } from '#contract/core/schemas.ts';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '#contract/feedback/facts.ts';
import { adminChange, adminExport, adminRead } from './endpoint-factories.ts';
import { enumFilter, searchFilter } from './filters.ts';
import { NOTE_LIMITS } from './notes.ts';

/** `page`: entries on a page by default. `bulkMax`: entries that can be approved at once. */
export const ADMIN_FEEDBACK_LIMITS = { page: 50, bulkMax: 100 } as const;

export const ADMIN_FEEDBACK_MESSAGES = {
	rejectedNote: 'Rejected by admin',
	approved: 'Feedback approved successfully.',
	rejected: 'Feedback rejected.',
	unapproved: 'Feedback is no longer approved.',
	deleted: 'Feedback deleted.',
	featured: 'Feedback is featured.',
	unfeatured: 'Feedback is no longer featured.',
	bulkApproved: (count: number) => `Feedback approved: ${count}.`,
	loadFailed: 'Error fetching feedback',
	changeFailed: 'Failed to update feedback',
	exportFailed: 'Error exporting feedback',
} as const;

const booleanWithDefault = (fallback: boolean) =>
	z._default(z.boolean(REQUEST_ERRORS.badFlag.message), fallback);

export const adminFeedbackQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_FEEDBACK_LIMITS.page),
	status: enumFilter(FEEDBACK_STATUSES),
	category: enumFilter(FEEDBACK_CATEGORIES),
	rating: z.pipe(
		enumFilter(['1', '2', '3', '4', '5']),
		z.transform((value) => (value === undefined ? undefined : Number(value))),
	),
	q: searchFilter,
});

export const adminFeedbackExportQuery = z.omit(adminFeedbackQuery, { page: true, limit: true });

/**
 * Whether the decision also changes the opposite one. Without it, only pending feedback can be decided, so that of two
 * administrators the first wins.
 */
const afterAll = z.optional(z.boolean(REQUEST_ERRORS.badFlag.message));

/** A request may have no body: by default approved feedback is public and not featured. */
export const feedbackApproval = z.object({
	afterAll,
	isPublic: booleanWithDefault(true),
	isFeatured: booleanWithDefault(false),
});

/** Without `isFeatured` the current state is toggled. */
export const feedbackFeaturing = z.object({
	isFeatured: z.optional(z.boolean(REQUEST_ERRORS.badFlag.message)),
});

/** A request may have no body: it then stores the default note. */
export const feedbackNote = z.object({
	adminNotes: z.pipe(
		z.optional(z.nullable(text(0, NOTE_LIMITS.max, NOTE_ERRORS.tooLong.message))),
		z.transform((value) => value || ADMIN_FEEDBACK_MESSAGES.rejectedNote),
	),
});
export const feedbackRejection = z.extend(feedbackNote, { afterAll });

/** An empty selection is valid and approves nothing. */
export const bulkApproval = z.object({
	feedbackIds: list(
		idWithMessage(ADMIN_FEEDBACK_ERRORS.badSelection.message),
		ADMIN_FEEDBACK_LIMITS.bulkMax,
		ADMIN_FEEDBACK_ERRORS.badSelection.message,
		ADMIN_FEEDBACK_ERRORS.largeSelection.message,
	),
	isPublic: booleanWithDefault(true),
});

export const adminFeedback = z.object({
	id: z.int(),
	name: z.string(),
	email: z.string(),
	rating: z.int(),
	feedback: z.string(),
	category: z.enum(FEEDBACK_CATEGORIES),
	status: z.enum(FEEDBACK_STATUSES),
	isFeatured: z.boolean(),
	isPublic: z.boolean(),
	adminNotes: z.nullable(z.string()),
	createdAt: z.iso.datetime(),
	reviewedAt: z.nullable(z.iso.datetime()),
	reviewer: z.nullable(z.object({ id: z.int(), username: z.string() })),
});

export const adminFeedbacks = z.object({ success, feedbacks: z.array(adminFeedback), pagination });

export const bulkApproved = z.object({
	success,
	message: z.string(),
	/** Number of entries that were pending and are now approved. */
	approved: z.int(),
});

export const feedbackAnalytics = z.object({
	success,
	analytics: z.object({
		totalFeedbacks: z.int(),
		pendingFeedbacks: z.int(),
		approvedFeedbacks: z.int(),
		/** Percent. */
		approvalRate: z.number(),
		averageRating: z.number(),
		featuredFeedbacks: z.int(),
	}),
});
export type AdminFeedback = z.infer<typeof adminFeedback>;

export const listAdminFeedback = adminRead({
	path: '/admin/feedback',
	summary: 'Lists feedback, newest first.',
	query: adminFeedbackQuery,
	reply: adminFeedbacks,
});

export const exportFeedback = adminExport({
	path: '/admin/feedback/export',
	summary: 'Exports the filtered feedback as CSV.',
	query: adminFeedbackExportQuery,
	download: { type: 'text/csv', name: 'feedback.csv' },
});

export const getAdminFeedback = adminRead({
	path: '/admin/feedback/:id',
	summary: 'Returns one feedback entry.',
	params: byId,
	reply: z.object({ success, feedback: adminFeedback }),
});

export const getFeedbackAnalytics = adminRead({
	path: '/admin/feedback/analytics',
	summary: 'Counts feedback by status and averages the ratings.',
	reply: feedbackAnalytics,
});

export const approveFeedback = adminChange({
	method: 'PUT',
	path: '/admin/feedback/:id/approve',
	summary:
		'Approves feedback, which makes it a testimonial; with `afterAll` also feedback that was rejected.',
	body: feedbackApproval,
	auditAs: { action: 'ATTEMPT_REVIEW_FEEDBACK', targetKind: 'feedback' },
});

export const rejectFeedback = adminChange({
	method: 'PUT',
	path: '/admin/feedback/:id/reject',
	summary: 'Rejects feedback; with `afterAll` also feedback that was approved.',
	body: feedbackRejection,
	auditAs: { action: 'ATTEMPT_REVIEW_FEEDBACK', targetKind: 'feedback' },
});

export const deleteFeedback = adminChange({
	method: 'DELETE',
	path: '/admin/feedback/:id',
	summary: 'Deletes feedback for good.',
	auditAs: { action: 'ATTEMPT_DELETE_FEEDBACK', targetKind: 'feedback' },
});

export const toggleFeatured = adminChange({
	method: 'PUT',
	path: '/admin/feedback/:id/toggle-featured',
	summary: 'Features approved feedback, or stops featuring it.',
	body: feedbackFeaturing,
	auditAs: { action: 'ATTEMPT_FEATURE_FEEDBACK', targetKind: 'feedback' },
});

export const bulkApproveFeedback = endpoint({
	method: 'POST',
	path: '/admin/feedback/bulk/approve',
	summary: 'Approves the pending entries of a selection.',
	auth: 'admin',
	body: bulkApproval,
	auditAs: {
		action: 'ATTEMPT_REVIEW_FEEDBACK',
		targetKind: 'feedback',
		bulk: { idsField: 'feedbackIds', targetKind: 'feedback' },
	},
	reply: bulkApproved,
});
