import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { bulkApproval, feedbackApproval, feedbackRejection } from './feedback.ts';
import {
	COMPLAINT_PREVIEW_LENGTH,
	FIXED_NOTES,
	itemReportResolution,
	REPORT_ACTIONS,
	REPORT_DECISION_MESSAGES,
	reportDismissal,
	reviewReportResolution,
	userReportResolution,
} from './report-decisions.ts';

function messagesOf(schema: z.core.$ZodType, input: unknown): string[] {
	return z.safeParse(schema, input).error?.issues.map(({ message }) => message) ?? [];
}

describe('resolution of a report', () => {
	test('a decision applies to the other reports about the target only if the request asks for it', () => {
		for (const [schema, input] of [
			[itemReportResolution, { action: 'none' }],
			[userReportResolution, { action: 'none' }],
			[reportDismissal, {}],
		] as const) {
			expect(z.parse(schema, input).wholeTarget).toBe(false);
			expect(z.parse(schema, { ...input, wholeTarget: true }).wholeTarget).toBe(true);
		}
	});

	test('a report about a user can be resolved with a warning, but not by banning an item', () => {
		expect(messagesOf(userReportResolution, { action: 'user_warned' })).toEqual([]);
		expect(messagesOf(userReportResolution, { action: 'item_banned' })).toEqual([
			'Invalid action selected.',
		]);
	});

	test.each([undefined, null, '', 'ban_item', 5])(
		'the outcome %j is refused for reports about items and about users',
		(action) => {
			expect(messagesOf(itemReportResolution, { action })).toEqual(['Invalid action selected.']);
			expect(messagesOf(userReportResolution, { action })).toEqual(['Invalid action selected.']);
		},
	);

	test('the request of `hide_review` is valid for a report about a review, and that of every other decision button for a report about an item', () => {
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
		[FIXED_NOTES.warned, undefined],
		[FIXED_NOTES.warned.toUpperCase(), 'USER WARNED BY ADMIN'],
	])(
		'when a report is resolved with a warning and the notes %j, the text of the warning is %j',
		(notes, warning) => {
			for (const schema of [itemReportResolution, userReportResolution]) {
				const request = z.parse(schema, { action: 'user_warned', notes });

				expect(request.warning).toBe(warning);
				expect(request.notes).toBe(notes?.trim() || undefined);
			}
		},
	);

	test('the messages about report decisions are those that clients and screens show', () => {
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

describe('review of feedback', () => {
	test('approved feedback is public and not featured by default', () => {
		expect(z.parse(feedbackApproval, {})).toEqual({ isPublic: true, isFeatured: false });
		expect(messagesOf(feedbackApproval, { isPublic: 'yes' })).toEqual([
			REQUEST_ERRORS.badFlag.message,
		]);
	});

	test.each([undefined, null, '', '  '])(
		'a rejection with the note %j is stored with the default note',
		(adminNotes) => {
			expect(z.parse(feedbackRejection, { adminNotes })).toEqual({
				adminNotes: 'Rejected by admin',
			});
		},
	);

	test('the note of a rejection is trimmed and stored', () => {
		expect(z.parse(feedbackRejection, { adminNotes: ' Off topic ' }).adminNotes).toBe('Off topic');
	});

	test('a bulk approval accepts a list of at most 100 feedback ids, also an empty list', () => {
		expect(z.parse(bulkApproval, { feedbackIds: [1, '2'] })).toEqual({
			feedbackIds: [1, 2],
			isPublic: true,
		});
		expect(messagesOf(bulkApproval, { feedbackIds: [] })).toEqual([]);
		expect(messagesOf(bulkApproval, { feedbackIds: Array(101).fill(1) })).toEqual([
			ADMIN_FEEDBACK_ERRORS.largeSelection.message,
		]);
	});
});
