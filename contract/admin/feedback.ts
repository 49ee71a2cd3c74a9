import * as z from 'zod/mini';
import { success, text } from '../common.ts';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '../feedback.ts';
import { idSaying } from '../ids.ts';
import { pageNumber, pageSize, pagination } from '../paging.ts';
import { oneOf, search } from './filters.ts';
import { NOTE_LIMITS, NOTE_MESSAGES } from './notes.ts';

export const ADMIN_FEEDBACK_LIMITS = { page: 50, bulkMost: 100 } as const;

export const ADMIN_FEEDBACK_MESSAGES = {
	rejectedNote: 'Rejected by admin',
	badFlag: 'That is either true or false.',
	badSelection: 'The selected feedback is not valid.',
	largeSelection: 'At most 100 entries can be approved at once.',
	notFound: 'Feedback not found.',
	notPending: 'This feedback has already been decided.',
	notApproved: 'Only approved feedback can be featured.',
	approved: 'Feedback approved successfully.',
	rejected: 'Feedback rejected.',
	featured: 'Feedback is featured.',
	unfeatured: 'Feedback is no longer featured.',
	bulkApproved: (count: number) => `Feedback approved: ${count}.`,
	loadFailed: 'Error fetching feedback',
	changeFailed: 'Failed to update feedback',
} as const;

const flag = (fallback: boolean) =>
	z._default(z.boolean(ADMIN_FEEDBACK_MESSAGES.badFlag), fallback);

export const adminFeedbackQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_FEEDBACK_LIMITS.page),
	status: oneOf(FEEDBACK_STATUSES),
	category: oneOf(FEEDBACK_CATEGORIES),
	rating: z.pipe(
		oneOf(['1', '2', '3', '4', '5']),
		z.transform((sent) => (sent === undefined ? undefined : Number(sent))),
	),
	q: search,
});

/** The body may be missing: approved feedback is public and not featured (spec 2 §4). */
export const feedbackApproval = z.object({ isPublic: flag(true), isFeatured: flag(false) });

/** The body may be missing. */
export const feedbackRejection = z.object({
	adminNotes: z.pipe(
		z.optional(z.nullable(text(0, NOTE_LIMITS.max, NOTE_MESSAGES.tooLong))),
		z.transform((sent) => sent || ADMIN_FEEDBACK_MESSAGES.rejectedNote),
	),
});

/** Nothing selected is no fault: nothing is approved (spec 2 §5). */
export const bulkApproval = z.object({
	feedbackIds: z
		.array(idSaying(ADMIN_FEEDBACK_MESSAGES.badSelection), ADMIN_FEEDBACK_MESSAGES.badSelection)
		.check(z.maxLength(ADMIN_FEEDBACK_LIMITS.bulkMost, ADMIN_FEEDBACK_MESSAGES.largeSelection)),
	isPublic: flag(true),
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
	/** How many were still pending and are approved now. */
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
