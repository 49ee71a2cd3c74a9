import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { FEEDBACK_ERRORS } from '#contract/feedback/errors.ts';
import {
	FEEDBACK_CATEGORIES,
	FEEDBACK_LIMITS,
	FEEDBACK_MESSAGES,
	FEEDBACK_STATUSES,
	RATING_LABELS,
} from './facts.ts';
import { feedbackForm, publicFeedbackQuery, publicFeedbackReply } from './schemas.ts';
import { SAMPLE_TESTIMONIALS } from './testimonials.ts';

const REQUIRED = 'Please fill in all required fields and provide a rating.';
const FORM = {
	name: 'Asha',
	email: 'asha@college.example',
	rating: 5,
	category: 'product',
	feedback: 'It just works.',
};

function messagesOf(schema: z.core.$ZodType, sent: unknown): string[] {
	return z.safeParse(schema, sent).error?.issues.map(({ message }) => message) ?? [];
}

/** The messages with which a feedback form with these changes is refused. */
const formMessages = (changes: object) => messagesOf(feedbackForm, { ...FORM, ...changes });

describe('the feedback form', () => {
	test('the feedback form trims all texts and lower-cases the email address', () => {
		const sent = {
			...FORM,
			name: ' Asha ',
			email: ' Asha@College.example',
			feedback: '\nIt just works. ',
		};

		expect(z.parse(feedbackForm, sent)).toEqual(FORM);
	});

	test('the feedback form has one message for all missing fields', () => {
		expect(new Set(messagesOf(feedbackForm, {}))).toEqual(new Set([REQUIRED]));
		expect(messagesOf(feedbackForm, {})).toHaveLength(4);
	});

	test.each(['name', 'email', 'feedback'])('the feedback form requires the %s', (field) => {
		for (const missing of [undefined, null, '', '   ', 5]) {
			expect(formMessages({ [field]: missing })).toEqual([REQUIRED]);
		}
	});

	test.each([
		['an invalid email address', { email: 'x', rating: undefined }],
		['a name that is too long', { name: 'x'.repeat(60), feedback: '' }],
		['a text that is too long', { feedback: 'x'.repeat(5001), rating: 0 }],
		['an unknown category', { category: 'praise', feedback: ' ' }],
	])('the feedback form reports missing fields before %s', (_fault, changes) => {
		expect(formMessages(changes)[0]).toBe(REQUIRED);
	});

	test('the feedback form reports every invalid field when no field is missing', () => {
		expect(formMessages({ feedback: 'x'.repeat(5001), email: 'x', name: 'x'.repeat(60) })).toEqual([
			PERSON_ERRORS.name.message,
			PERSON_ERRORS.email.message,
			FEEDBACK_ERRORS.tooLong.message,
		]);
	});

	test.each([1, 2, 3, 4, 5, '1', '5'])('the feedback form accepts the rating %j', (rating) => {
		expect(z.parse(feedbackForm, { ...FORM, rating }).rating).toBe(Number(rating));
	});

	test.each([undefined, null, '', 0, 6, -1, 4.5, '5.0', 'five', Number.NaN, [5]])(
		'the feedback form refuses the rating %j',
		(rating) => {
			expect(formMessages({ rating })).toEqual([REQUIRED]);
		},
	);

	test('feedback has the category general by default, and an unknown category is refused', () => {
		expect(z.parse(feedbackForm, { ...FORM, category: undefined }).category).toBe('general');
		expect(formMessages({ category: 'praise' })).toEqual([FEEDBACK_ERRORS.badCategory.message]);
	});

	test('feedback can be longer than the 500 characters that the counter names, but not longer than 5,000', () => {
		expect(formMessages({ feedback: 'x'.repeat(FEEDBACK_LIMITS.counter + 1) })).toEqual([]);
		expect(formMessages({ feedback: '🎒'.repeat(5000) })).toEqual([]);
		expect(formMessages({ feedback: 'x'.repeat(5001) })).toEqual([FEEDBACK_ERRORS.tooLong.message]);
		expect(FEEDBACK_MESSAGES.counter(501)).toBe('501/500');
	});

	test('the feedback form refuses an invalid email address, a name that is too long and a NUL character', () => {
		expect(formMessages({ email: 'asha' })).toEqual([PERSON_ERRORS.email.message]);
		expect(formMessages({ name: 'x'.repeat(51) })).toEqual([PERSON_ERRORS.name.message]);
		expect(formMessages({ feedback: 'a\0b' })).toEqual([REQUEST_ERRORS.badText.message]);
	});
});

describe('testimonials', () => {
	test('a list of testimonials has six by default and at most 100, and they need not be featured', () => {
		expect(z.parse(publicFeedbackQuery, {})).toEqual({ limit: 6, featured: false });
		expect(z.parse(publicFeedbackQuery, { limit: '500', featured: 'true' })).toEqual({
			limit: 100,
			featured: true,
		});
		expect(messagesOf(publicFeedbackQuery, { featured: 'yes' })).toEqual([
			FEEDBACK_ERRORS.badFeatured.message,
		]);
	});

	test('testimonials contain no email address', () => {
		const { email, ...words } = FORM;
		const stored = {
			...words,
			email,
			id: 1,
			status: 'approved',
			createdAt: '2026-11-20T08:00:00.000Z',
		};
		const answer = z.parse(publicFeedbackReply, { success: true, feedbacks: [stored] });

		expect(JSON.stringify(answer)).not.toContain('@');
		expect(answer.feedbacks[0]).toMatchObject(words);
	});

	test('there are three sample testimonials that the feedback form would accept', () => {
		expect(SAMPLE_TESTIMONIALS).toHaveLength(3);
		for (const sample of SAMPLE_TESTIMONIALS) {
			expect(formMessages(sample)).toEqual([]);
			expect(sample.feedback.length).toBeLessThanOrEqual(FEEDBACK_LIMITS.counter);
		}
	});
});

test('the labels, categories and limits of feedback are those that clients and screens show', () => {
	expect(RATING_LABELS).toEqual({
		5: 'Excellent!',
		4: 'Very Good!',
		3: 'Good!',
		2: 'Fair',
		1: 'Poor',
	});
	expect(FEEDBACK_CATEGORIES).toEqual(['general', 'product', 'service', 'suggestion']);
	expect(FEEDBACK_STATUSES).toEqual(['pending', 'approved', 'rejected']);
	expect(FEEDBACK_LIMITS).toMatchObject({ testimonials: 6, thankYouMs: 5000, counter: 500 });
});

test('the feedback messages are those that clients and screens show', () => {
	expect(FEEDBACK_MESSAGES).toMatchObject({
		title: 'Share Your Feedback',
		testimonials: 'What Our Users Say',
		failed: 'Failed to submit feedback. Please try again.',
		noConnection: 'Network error. Please check your connection and try again.',
	});
});
