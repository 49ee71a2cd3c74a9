import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ANALYTICS_ERRORS, AUDIT_ERRORS, FILTER_ERRORS } from '#contract/admin/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ANALYTICS_PERIODS, analyticsQuery } from './analytics.ts';
import { auditExportQuery, auditLogsQuery } from './audit.ts';
import { ADMIN_FEEDBACK_LIMITS, adminFeedbackQuery } from './feedback.ts';
import { booleanFilter, enumFilter, searchFilter, wordFilter } from './filters.ts';
import { ADMIN_ITEMS_PAGE_SIZE, adminItemsQuery } from './items.ts';
import { notificationsQuery } from './notifications.ts';
import {
	ADMIN_REPORTS_PAGE_SIZE,
	ADMIN_USER_REPORTS_PAGE_SIZE,
	adminReportsQuery,
	adminUserReportsQuery,
} from './reports.ts';
import { ADMIN_USERS_PAGE_SIZE, adminUsersQuery } from './users.ts';

function messageOf(schema: z.core.$ZodType, input: unknown): string | undefined {
	return z.safeParse(schema, input).error?.issues[0]?.message;
}

describe('filter of a back-office list', () => {
	test.each([undefined, '', 'all'])('a filter with the value %j selects all entries', (input) => {
		expect(z.parse(enumFilter(['pending']), input)).toBeUndefined();
		expect(z.parse(booleanFilter, input)).toBeUndefined();
		expect(z.parse(wordFilter, input)).toBeUndefined();
	});

	test('a filter accepts its declared values', () => {
		expect(z.parse(enumFilter(['pending', 'resolved']), 'resolved')).toBe('resolved');
		expect(z.parse(booleanFilter, 'true')).toBe(true);
		expect(z.parse(booleanFilter, 'false')).toBe(false);
	});

	test.each(['closed', 'ALL', ['pending', 'pending'], 5])(
		'a filter refuses the value %j',
		(input) => {
			expect(messageOf(enumFilter(['pending']), input)).toBe(FILTER_ERRORS.badFilter.message);
			expect(messageOf(booleanFilter, input)).toBe(FILTER_ERRORS.badFilter.message);
		},
	);

	test('a filter by a free word accepts unknown words and cuts long ones to 51 characters', () => {
		expect(z.parse(wordFilter, ' Clothing ')).toBe('Clothing');
		for (const length of [50, 51, 5000]) {
			expect(z.parse(wordFilter, 'x'.repeat(length))).toBe('x'.repeat(Math.min(length, 51)));
		}
		expect(messageOf(wordFilter, 'a\0')).toBe(REQUEST_ERRORS.badText.message);
		expect(messageOf(wordFilter, ['Books', 'PYQs'])).toBe(FILTER_ERRORS.badFilter.message);
	});
});

test('a search text in the back-office has at most 200 characters; an empty text means no search', () => {
	expect(z.parse(searchFilter, '  asha ')).toBe('asha');
	expect(z.parse(searchFilter, '   ')).toBeUndefined();
	expect(messageOf(searchFilter, 'x'.repeat(201))).toBe('Please search with fewer words.');
	expect(messageOf(searchFilter, 'a\0')).toBe(REQUEST_ERRORS.badText.message);
});

test.each([
	['users', adminUsersQuery, ADMIN_USERS_PAGE_SIZE, 10],
	['items', adminItemsQuery, ADMIN_ITEMS_PAGE_SIZE, 10],
	['user reports', adminUserReportsQuery, ADMIN_USER_REPORTS_PAGE_SIZE, 10],
	['item reports', adminReportsQuery, ADMIN_REPORTS_PAGE_SIZE, 50],
	['feedback', adminFeedbackQuery, ADMIN_FEEDBACK_LIMITS.page, 50],
	['notifications', notificationsQuery, 50, 50],
	['audit logs', auditLogsQuery, 50, 50],
] as const)(
	'the back-office list of %s starts with page 1, and has its default page size and at most 100 entries on a page',
	(_name, schema, size, expected) => {
		expect(size).toBe(expected);
		expect(z.parse(schema, {})).toMatchObject({ page: 1, limit: expected });
		expect(z.parse(schema, { page: '3', limit: '5000' })).toMatchObject({ page: 3, limit: 100 });
	},
);

test.each([
	['users', adminUsersQuery, 'name'],
	['items', adminItemsQuery, 'dearest'],
	['item reports', adminReportsQuery, 'oldest'],
	['user reports', adminUserReportsQuery, 'oldest'],
] as const)(
	'the back-office list of %s is sorted newest first by default, accepts another order and refuses an unknown one',
	(_name, schema, sort) => {
		expect(z.parse(schema, {}).sort).toBe('newest');
		expect(z.parse(schema, { sort }).sort).toBe(sort);
		expect(messageOf(schema, { sort: 'random' })).toBe(FILTER_ERRORS.badSort.message);
	},
);

describe('query of the audit log', () => {
	test.each([
		'2026-11-20',
		'2026-11-20T08:00:00.000Z',
		'2026-11-20T08:00:00+05:30',
		'2026-11-20T08:00Z',
		'2026-11-20T08:00+05:30',
		'2026-11-20T08:00:00',
		'2026-11-20T08:00',
	])('the date %s is accepted as the start and the end of a date range', (date) => {
		expect(z.parse(auditLogsQuery, { startDate: date, endDate: date })).toMatchObject({
			startDate: date,
			endDate: date,
		});
	});

	test.each(['', 'all'])('a start and end date of %j does not limit the date range', (date) => {
		const bounds = { startDate: date, endDate: date };

		expect(z.parse(auditLogsQuery, bounds)).toEqual(z.parse(auditLogsQuery, {}));
		expect(z.parse(auditExportQuery, bounds)).toEqual(z.parse(auditExportQuery, {}));
	});

	test.each([
		'yesterday',
		'2026-02-30',
		'20-11-2026',
		'1795000000',
		'2026-11-20T08',
		'2026-11-20T08:00:00+16:00',
		`2026-11-20T08:00:00.${'1'.repeat(200)}Z`,
	])('the start date %s is refused', (startDate) => {
		expect(messageOf(auditLogsQuery, { startDate })).toBe(AUDIT_ERRORS.badDate.message);
	});

	test('an unknown action and a reversed date range are accepted', () => {
		const input = { action: 'NOTHING_LIKE_IT', startDate: '2026-11-20', endDate: '2026-11-01' };

		expect(z.parse(auditLogsQuery, input)).toMatchObject(input);
	});
});

describe('analytics', () => {
	test('analytics cover 7, 14 or 30 days, by default 7', () => {
		expect(ANALYTICS_PERIODS).toEqual([7, 14, 30]);
		expect(z.parse(analyticsQuery, {})).toEqual({ days: 7 });
		for (const days of ANALYTICS_PERIODS) {
			expect(z.parse(analyticsQuery, { days: String(days) })).toEqual({ days });
		}
	});

	test.each(['0', '8', '-7', 'week', ''])(
		'analytics for a period of %j days are refused',
		(days) => {
			expect(messageOf(analyticsQuery, { days })).toBe(ANALYTICS_ERRORS.badPeriod.message);
		},
	);
});
