import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { reportUser } from './endpoints.ts';
import {
	CONTENT_REPORT_TYPES,
	REPORT_LIMITS,
	REPORT_MESSAGES,
	REPORT_STATUSES,
	REPORT_TYPE_LABELS,
	USER_REPORT_TYPES,
} from './facts.ts';
import { itemReport, userReport } from './schemas.ts';

function messagesOf(schema: z.core.$ZodType, sent: unknown): string[] {
	return z.safeParse(schema, sent).error?.issues.map(({ message }) => message) ?? [];
}

test('the types and statuses of reports are those that clients and screens show, the default type first; every type about a user has a label', () => {
	expect(CONTENT_REPORT_TYPES).toEqual(['other', 'spam', 'inappropriate', 'fraud']);
	expect(USER_REPORT_TYPES[0]).toBe('harassment');
	expect(USER_REPORT_TYPES).toHaveLength(6);
	expect(REPORT_STATUSES).toEqual(['pending', 'resolved', 'dismissed']);
	expect(Object.keys(REPORT_TYPE_LABELS)).toEqual(expect.arrayContaining([...USER_REPORT_TYPES]));
});

describe.each([
	['an item', itemReport, 'Please provide a reason for reporting this item.', 'other'],
	['a user', userReport, 'Please describe what happened.', 'harassment'],
] as const)('a report about %s', (_what, schema, required, standard) => {
	test('a report is trimmed, and has the default type if none is chosen', () => {
		expect(z.parse(schema, { complaint: '  It never came. ' })).toMatchObject({
			complaint: 'It never came.',
			type: standard,
		});
	});

	test.each([undefined, null, '', '  \n ', 5])(
		'a report with the reason %j is refused',
		(complaint) => {
			expect(messagesOf(schema, { complaint })).toEqual([required]);
		},
	);

	test('a report can have at most 2,000 characters, and an emoji counts as one character', () => {
		const longest = '🎒'.repeat(REPORT_LIMITS.complaintMax);

		expect(messagesOf(schema, { complaint: longest })).toEqual([]);
		expect(messagesOf(schema, { complaint: `${longest}!` })).toEqual([
			REPORT_ERRORS.tooLong.message,
		]);
	});

	test.each(['', 'rude', null, 5])('a report with the type %j is refused', (type) => {
		expect(messagesOf(schema, { complaint: 'x', type })).toEqual([REQUEST_ERRORS.badType.message]);
	});

	test('a report with a NUL character is refused', () => {
		expect(messagesOf(schema, { complaint: 'a\0b' })).toEqual([REQUEST_ERRORS.badText.message]);
	});
});

describe('the chat and item of a user report', () => {
	const reporting = (changes: object) => ({ complaint: 'Rude.', ...changes });

	test('a user report has its item id and its room id parsed', () => {
		const sent = reporting({ itemId: '7', roomId: '7-12' });

		expect(z.parse(userReport, sent)).toMatchObject({
			itemId: 7,
			roomId: { itemId: 7, buyerId: 12 },
		});
	});

	test('a user report needs no item id and no room id', () => {
		expect(messagesOf(userReport, reporting({}))).toEqual([]);
		expect(messagesOf(userReport, reporting({ itemId: null, roomId: null }))).toEqual([]);
	});

	test('a user report with a room id that cannot be parsed is accepted without the room id', () => {
		expect(
			z.parse(userReport, reporting({ roomId: 'undefined-undefined' })).roomId,
		).toBeUndefined();
	});

	test.each(['x', '0', 1.5, {}])('a user report with the item id %j is refused', (itemId) => {
		expect(messagesOf(userReport, reporting({ itemId }))).toEqual([REPORT_ERRORS.badItem.message]);
	});

	test.each([7, 'x'.repeat(51)])('a user report with the room id %j is refused', (roomId) => {
		expect(messagesOf(userReport, reporting({ roomId }))).toEqual([CHAT_ERRORS.badRoom.message]);
	});
});

test('the reply to a report about a user has a message', () => {
	const answer = { success: true, message: REPORT_MESSAGES.userReported } as const;

	expect(z.parse(reportUser.reply, answer)).toEqual({
		success: true,
		message: 'User reported successfully',
	});
});

test('the report messages are those that clients and screens show', () => {
	expect(REPORT_MESSAGES).toMatchObject({
		itemFailed: 'Failed to report item. Please try again.',
		itemNoConnection: 'An error occurred while reporting the item. Please try again.',
		userFailed: 'Failed to report user',
		userNoConnection: 'Failed to report user. Please try again.',
	});
	expect(REPORT_ERRORS).toMatchObject({
		unknownUser: { message: 'Unable to determine user to report' },
	});
});
