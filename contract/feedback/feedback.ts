import * as z from 'zod/mini';
import { PEOPLE_LIMITS, PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { codePointLength, success, text } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageSize } from '#contract/core/paging.ts';
import { messageReply } from '#contract/core/replies.ts';

export const FEEDBACK_CATEGORIES = ['general', 'product', 'service', 'suggestion'] as const;
export const FEEDBACK_STATUSES = ['pending', 'approved', 'rejected'] as const;

export const FEEDBACK_CATEGORY_LABELS = {
	general: 'General',
	product: 'Product',
	service: 'Service',
	suggestion: 'Suggestion',
} as const satisfies Record<(typeof FEEDBACK_CATEGORIES)[number], string>;

/** By rating. */
export const RATING_LABELS = {
	5: 'Excellent!',
	4: 'Very Good!',
	3: 'Good!',
	2: 'Fair',
	1: 'Poor',
} as const;

export const FEEDBACK_LIMITS = {
	/** Maximum shown by the form's counter; longer texts are allowed. */
	counter: 500,
	textMax: 5000,
	thankYouMs: 5000,
	testimonials: 6,
	ratingMax: 5,
} as const;

export const FEEDBACK_MESSAGES = {
	title: 'Share Your Feedback',
	testimonials: 'What Our Users Say',
	counter: (length: number) => `${length}/${FEEDBACK_LIMITS.counter}`,
	/** For missing fields after the first, which has the `required` message. */
	fieldRequired: 'Please fill this in.',
	required: 'Please fill in all required fields and provide a rating.',
	tooLong: 'Feedback can be at most 5,000 characters.',
	badCategory: 'Please choose a category from the list.',
	badFeatured: 'Featured is either true or false.',
	thanks: 'Thank you for your feedback!',
	submitted: 'Feedback submitted successfully.',
	failed: 'Failed to submit feedback. Please try again.',
	noConnection: 'Network error. Please check your connection and try again.',
} as const;

const requiredText = text(1, Number.POSITIVE_INFINITY, FEEDBACK_MESSAGES.required);
const maxLengthText = (max: number, message: string) =>
	z.string().check(z.refine((value) => codePointLength(value) <= max, message));

/** A number, or a digit as sent by forms. */
const rating = z.pipe(
	z
		.union([z.number(), z.string()], FEEDBACK_MESSAGES.required)
		.check(z.refine((value) => /^[1-5]$/.test(String(value)), FEEDBACK_MESSAGES.required)),
	z.transform(Number),
);

/** Format rules for fields that are filled in; not in the specification. */
export const feedbackFormat = z.object({
	name: maxLengthText(PEOPLE_LIMITS.nameMax, PEOPLE_MESSAGES.name),
	email: maxLengthText(PEOPLE_LIMITS.emailMax, PEOPLE_MESSAGES.email).check(
		z.refine((address) => z.safeParse(z.email(), address).success, PEOPLE_MESSAGES.email),
	),
	feedback: maxLengthText(FEEDBACK_LIMITS.textMax, FEEDBACK_MESSAGES.tooLong),
});

/**
 * Missing fields are reported first, with one message (spec 1 §5). The format of the others is checked only if nothing
 * is missing; the category, which is optional, comes last.
 */
export const feedbackForm = z
	.object({
		name: requiredText,
		email: requiredText.check(z.toLowerCase()),
		rating,
		feedback: requiredText,
		category: z._default(z.enum(FEEDBACK_CATEGORIES, FEEDBACK_MESSAGES.badCategory), 'general'),
	})
	.check(({ value, issues }) => {
		if (issues.length > 0) return;
		for (const { path, message } of z.safeParse(feedbackFormat, value).error?.issues ?? []) {
			issues.push({ code: 'custom', path, message, input: value });
		}
	});

export const publicFeedbackQuery = z.object({
	limit: pageSize(FEEDBACK_LIMITS.testimonials),
	featured: z.pipe(
		z.optional(z.enum(['true', 'false'], FEEDBACK_MESSAGES.badFeatured)),
		z.transform((value) => value === 'true'),
	),
});

/** Feedback as shown to the public: without the email address. */
export const publicFeedback = z.object({
	id: z.int(),
	name: z.string(),
	rating: z.int(),
	category: z.enum(FEEDBACK_CATEGORIES),
	feedback: z.string(),
	createdAt: z.iso.datetime(),
});
export type PublicFeedback = z.infer<typeof publicFeedback>;

export const publicFeedbackReply = z.object({ success, feedbacks: z.array(publicFeedback) });

export const submitFeedback = endpoint({
	method: 'POST',
	path: '/feedback/submit',
	summary: 'Sends feedback about the market; no session needed.',
	auth: 'optional',
	limit: 'reporting',
	floodLimit: 'visitor feedback',
	status: 201,
	body: feedbackForm,
	reply: messageReply,
});

export const getPublicFeedback = endpoint({
	method: 'GET',
	path: '/feedback/public',
	summary: 'Lists testimonials: approved feedback, newest first, without email addresses.',
	auth: 'none',
	query: publicFeedbackQuery,
	reply: publicFeedbackReply,
});
