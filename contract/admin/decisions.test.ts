import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { bulkApproval, feedbackApproval, feedbackRejection } from './feedback.ts';
import {
	COMPLAINT_PREVIEW_LENGTH,
	itemReportResolution,
	LIST_NOTES,
	REPORT_ACTIONS,
	REPORT_DECISION_MESSAGES,
	reportDismissal,
	reviewReportResolution,
	userReportResolution,
} from './report-decisions.ts';

function messagesOf(schema: z.core.$ZodType, input: unknown): string[] {
	return z.safeParse(schema, input).error?.issues.map(({ message }) => message) ?? [];
}

describe('resolving a report', () => {
	test.each(['none', 'item_banned', 'user_warned', 'user_banned'])(
		'about an item can have the outcome %s',
		(action) => {
			expect(messagesOf(itemReportResolution, { action })).toEqual([]);
		},
	);

	test('about a user cannot ban an item', () => {
		expect(messagesOf(userReportResolution, { action: 'user_warned' })).toEqual([]);
		expect(messagesOf(userReportResolution, { action: 'item_banned' })).toEqual([
			'Invalid action selected.',
		]);
	});

	test.each([undefined, null, '', 'ban_item', 5])('cannot have the outcome %j', (action) => {
		expect(messagesOf(itemReportResolution, { action })).toEqual(['Invalid action selected.']);
		expect(messagesOf(userReportResolution, { action })).toEqual(['Invalid action selected.']);
	});

	test('is accepted by the server for every button of the screen', () => {
		expect(Object.keys(REPORT_ACTIONS)).toEqual([
			'approve',
			'reject',
			'ban_item',
			'warn_user',
			'hide_review',
			'ban_user',
		]);
		const { hide_review: hideReview, ...aboutItems } = REPORT_ACTIONS;
		expect(messagesOf(reviewReportResolution, hideReview)).toEqual([]);
		for (const request of Object.values(aboutItems)) {
			const schema = request.call === 'resolve' ? itemReportResolution : reportDismissal;
			expect(messagesOf(schema, request)).toEqual([]);
		}
	});

	test.each([
		['Sold twice.', 'Sold twice.'],
		[' Sold twice. ', 'Sold twice.'],
		['', undefined],
		[undefined, undefined],
		[LIST_NOTES.warned, undefined],
		[LIST_NOTES.warned.toUpperCase(), 'USER WARNED BY ADMIN'],
	])('with the notes %j sends the warning %j', (notes, warning) => {
		for (const schema of [itemReportResolution, userReportResolution]) {
			const request = z.parse(schema, { action: 'user_warned', notes });

			expect(request.warning).toBe(warning);
			expect(request.notes).toBe(notes?.trim() || undefined);
		}
	});

	test('has the messages of the specification', () => {
		expect(REPORT_DECISION_MESSAGES.recorded('ban_item')).toBe(
			'Report action (ban_item) successfully recorded.',
		);
		expect(REPORT_DECISION_MESSAGES.failed('approve')).toBe(
			'Error performing action (approve) on report.',
		);
		expect(REPORT_DECISION_MESSAGES.error('reject')).toBe(
			'An error occurred while performing action: reject',
		);
		expect(COMPLAINT_PREVIEW_LENGTH).toBe(50);
	});
});

describe('reviewing feedback', () => {
	test('makes approved feedback public and not featured by default', () => {
		expect(z.parse(feedbackApproval, {})).toEqual({ isPublic: true, isFeatured: false });
		expect(messagesOf(feedbackApproval, { isPublic: 'yes' })).toEqual([
			REQUEST_ERRORS.badFlag.message,
		]);
	});

	test.each([undefined, null, '', '  '])(
		'stores the default note for a rejection with the note %j',
		(adminNotes) => {
			expect(z.parse(feedbackRejection, { adminNotes })).toEqual({
				adminNotes: 'Rejected by admin',
			});
		},
	);

	test('stores the note of a rejection', () => {
		expect(z.parse(feedbackRejection, { adminNotes: ' Off topic ' }).adminNotes).toBe('Off topic');
	});

	test('accepts a bulk approval, also with an empty selection', () => {
		expect(z.parse(bulkApproval, { feedbackIds: [1, '2'] })).toEqual({
			feedbackIds: [1, 2],
			isPublic: true,
		});
		expect(messagesOf(bulkApproval, { feedbackIds: [] })).toEqual([]);
	});

	test.each([undefined, null, 'all', [0], ['x'], [null]])(
		'refuses the selection %j',
		(feedbackIds) => {
			expect(messagesOf(bulkApproval, { feedbackIds })).toEqual([
				ADMIN_FEEDBACK_ERRORS.badSelection.message,
			]);
		},
	);

	test('accepts a bulk approval of at most 100 entries', () => {
		const ids = (length: number) => Array.from({ length }, (_, index) => index + 1);

		expect(messagesOf(bulkApproval, { feedbackIds: ids(100) })).toEqual([]);
		expect(messagesOf(bulkApproval, { feedbackIds: ids(101) })).toEqual([
			ADMIN_FEEDBACK_ERRORS.largeSelection.message,
		]);
	});
});
