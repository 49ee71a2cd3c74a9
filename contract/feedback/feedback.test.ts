import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import {
	FEEDBACK_CATEGORIES,
	FEEDBACK_LIMITS,
	FEEDBACK_MESSAGES,
	FEEDBACK_STATUSES,
	feedbackForm,
	publicFeedbackQuery,
	publicFeedbackReply,
	RATING_LABELS,
} from './feedback.ts';
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

const giving = (changes: object) => messagesOf(feedbackForm, { ...FORM, ...changes });

describe('the form', () => {
	test('comes out trimmed, the email lower-case', () => {
		const sent = {
			...FORM,
			name: ' Asha ',
			email: ' Asha@College.example',
			feedback: '\nIt just works. ',
		};

		expect(z.parse(feedbackForm, sent)).toEqual(FORM);
	});

	test('says the same of everything that is missing', () => {
		expect(new Set(messagesOf(feedbackForm, {}))).toEqual(new Set([REQUIRED]));
		expect(messagesOf(feedbackForm, {})).toHaveLength(4);
	});

	test.each(['name', 'email', 'feedback'])('requires the %s', (field) => {
		for (const missing of [undefined, null, '', '   ', 5]) {
			expect(giving({ [field]: missing })).toEqual([REQUIRED]);
		}
	});

	test.each([
		['an email that is none', { email: 'x', rating: undefined }],
		['a name that is too long', { name: 'x'.repeat(60), feedback: '' }],
		['words that are too many', { feedback: 'x'.repeat(5001), rating: 0 }],
		['a category that there is not', { category: 'praise', feedback: ' ' }],
	])('asks for what is missing before it minds %s', (_fault, changes) => {
		expect(giving(changes)[0]).toBe(REQUIRED);
	});

	test('minds how everything is formed that is given', () => {
		expect(giving({ feedback: 'x'.repeat(5001), email: 'x', name: 'x'.repeat(60) })).toEqual([
			PEOPLE_MESSAGES.name,
			PEOPLE_MESSAGES.email,
			FEEDBACK_MESSAGES.tooLong,
		]);
	});

	test.each([1, 2, 3, 4, 5, '1', '5'])('takes the rating %j', (rating) => {
		expect(z.parse(feedbackForm, { ...FORM, rating }).rating).toBe(Number(rating));
	});

	test.each([undefined, null, '', 0, 6, -1, 4.5, '5.0', 'five', Number.NaN, [5]])(
		'asks for a rating when it is %j',
		(rating) => {
			expect(giving({ rating })).toEqual([REQUIRED]);
		},
	);

	test('is about the market in general when no category is chosen', () => {
		expect(z.parse(feedbackForm, { ...FORM, category: undefined }).category).toBe('general');
		expect(giving({ category: 'praise' })).toEqual([FEEDBACK_MESSAGES.badCategory]);
	});

	test('takes more than the counter counts, up to 5,000 characters', () => {
		expect(giving({ feedback: 'x'.repeat(FEEDBACK_LIMITS.counter + 1) })).toEqual([]);
		expect(giving({ feedback: '🎒'.repeat(5000) })).toEqual([]);
		expect(giving({ feedback: 'x'.repeat(5001) })).toEqual([FEEDBACK_MESSAGES.tooLong]);
		expect(FEEDBACK_MESSAGES.counter(501)).toBe('501/500');
	});

	test('refuses an email that is none, a name too long, and NUL', () => {
		expect(giving({ email: 'asha' })).toEqual([PEOPLE_MESSAGES.email]);
		expect(giving({ name: 'x'.repeat(51) })).toEqual([PEOPLE_MESSAGES.name]);
		expect(giving({ feedback: 'a\0b' })).toEqual([COMMON_MESSAGES.badText]);
	});
});

describe('testimonials', () => {
	test('are the newest six of any kind, unless asked otherwise', () => {
		expect(z.parse(publicFeedbackQuery, {})).toEqual({ limit: 6, featured: false });
		expect(z.parse(publicFeedbackQuery, { limit: '500', featured: 'true' })).toEqual({
			limit: 100,
			featured: true,
		});
		expect(messagesOf(publicFeedbackQuery, { featured: 'yes' })).toEqual([
			FEEDBACK_MESSAGES.badFeatured,
		]);
	});

	test('never carry an email', () => {
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

	test('have three samples, which the form itself would take', () => {
		expect(SAMPLE_TESTIMONIALS).toHaveLength(3);
		for (const sample of SAMPLE_TESTIMONIALS) {
			expect(giving(sample)).toEqual([]);
			expect(sample.feedback.length).toBeLessThanOrEqual(FEEDBACK_LIMITS.counter);
		}
	});
});

test('labels, categories and times are those of the documents', () => {
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

test('what is said of feedback is in the words of the documents', () => {
	expect(FEEDBACK_MESSAGES).toMatchObject({
		title: 'Share Your Feedback',
		testimonials: 'What Our Users Say',
		failed: 'Failed to submit feedback. Please try again.',
		noConnection: 'Network error. Please check your connection and try again.',
	});
});
