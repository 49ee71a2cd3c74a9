import * as z from 'zod/mini';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { emailFormat, PEOPLE_LIMITS, plainEmail } from '#contract/auth/person-fields.ts';
import { pageSize } from '#contract/core/paging.ts';
import { codePointLength, plainText, success, text } from '#contract/core/schemas.ts';
import { FEEDBACK_ERRORS } from '#contract/feedback/errors.ts';
import { FEEDBACK_CATEGORIES, FEEDBACK_LIMITS } from './facts.ts';

const requiredText = text(1, Number.POSITIVE_INFINITY, FEEDBACK_ERRORS.required.message);
const maxLengthText = (max: number, message: string) =>
	z.string().check(z.refine((value) => codePointLength(value) <= max, message));

/** A number, or a digit as sent by forms. */
const rating = z.pipe(
	z
		.union([z.number(), z.string()], FEEDBACK_ERRORS.required.message)
		.check(z.refine((value) => /^[1-5]$/.test(String(value)), FEEDBACK_ERRORS.required.message)),
	z.transform(Number),
);

/** Format rules for fields that are filled in. */
export const feedbackFormat = z.object({
	name: maxLengthText(PEOPLE_LIMITS.nameMax, PERSON_ERRORS.name.message),
	email: maxLengthText(PEOPLE_LIMITS.emailMax, PERSON_ERRORS.email.message).check(
		z.refine((address) => z.safeParse(emailFormat, address).success, PERSON_ERRORS.email.message),
	),
	feedback: maxLengthText(FEEDBACK_LIMITS.textMax, FEEDBACK_ERRORS.tooLong.message),
});

/**
 * Missing fields are reported first, all with one message, and then an unknown category. Formats are checked
 * only if there is no such error.
 */
export const feedbackForm = z
	.object({
		name: plainText(1, Number.POSITIVE_INFINITY, FEEDBACK_ERRORS.required.message),
		email: requiredText.check(z.overwrite(plainEmail)),
		rating,
		feedback: requiredText,
		category: z._default(
			z.enum(FEEDBACK_CATEGORIES, FEEDBACK_ERRORS.badCategory.message),
			'general',
		),
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
		z.optional(z.enum(['true', 'false'], FEEDBACK_ERRORS.badFeatured.message)),
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
