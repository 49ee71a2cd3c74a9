import * as z from 'zod/mini';
import { success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { ITEM_STATUSES } from '#contract/items/facts.ts';

/** Days; the first is the choice at the start. */
export const ANALYTICS_PERIODS = [7, 14, 30] as const;
/** Registrations and submissions on the dashboard. */
export const RECENT_ENTRIES = 5;

export const ANALYTICS_MESSAGES = {
	badPeriod: 'The period is 7, 14 or 30 days.',
	loadFailed: 'Error fetching analytics',
} as const;

export const analyticsQuery = z.object({
	days: z.pipe(
		z._default(z.enum(['7', '14', '30'], ANALYTICS_MESSAGES.badPeriod), '7'),
		z.transform(Number),
	),
});

/** Rates are percent, and 0 where there is nothing to count (decisions, "Back-office"). */
export const userAnalytics = z.object({
	success,
	analytics: z.object({
		totalUsers: z.int(),
		/** Those of the period. */
		recentUsers: z.int(),
		verifiedUsers: z.int(),
		verificationRate: z.number(),
	}),
});

export const itemAnalytics = z.object({
	success,
	analytics: z.object({
		totalItems: z.int(),
		/** Those of the period. */
		recentItems: z.int(),
		bannedItems: z.int(),
		/** What is on sale: sold items are in neither count. */
		availableItems: z.int(),
		/** What is on sale in each category; the sum is `availableItems`. */
		categoryStats: z.array(z.object({ category: z.string(), count: z.int() })),
	}),
});

export const activityAnalytics = z.object({
	success,
	analytics: z.object({
		recentUserRegistrations: z.array(
			z.object({ id: z.int(), userName: z.string(), createdAt: z.iso.datetime() }),
		),
		recentItemSubmissions: z.array(
			z.object({
				id: z.int(),
				title: z.string(),
				/** False means banned. */
				isAvailable: z.boolean(),
				status: z.enum(ITEM_STATUSES),
				createdAt: z.iso.datetime(),
				User: z.nullable(z.object({ userName: z.string() })),
			}),
		),
		/** One entry a day of the period in the college's time zone, oldest first, zero-filled. */
		dailyStats: z.array(z.object({ date: z.iso.date(), users: z.int(), items: z.int() })),
	}),
});

/** In this period until now, and in the one before it until the same time of its last day. */
const comparison = z.object({ now: z.int(), before: z.int() });
export type Comparison = z.infer<typeof comparison>;

export const trendAnalytics = z.object({
	success,
	analytics: z.object({
		users: comparison,
		items: comparison,
		/** Items marked as sold. */
		sales: comparison,
		/** Conversations begun. */
		chats: comparison,
		/** One entry a day of the period, as in the activity. */
		dailyStats: z.array(z.object({ date: z.iso.date(), sales: z.int(), chats: z.int() })),
		/** Pending reports about items and people. */
		openReports: z.object({
			total: z.int(),
			overADay: z.int(),
			overAWeek: z.int(),
			/** Null where none is open. */
			oldestAt: z.nullable(z.iso.datetime()),
		}),
	}),
});

export const getUserAnalytics = endpoint({
	method: 'GET',
	path: '/admin/analytics/users',
	summary: 'How many users there are, how many are new, how many verified.',
	auth: 'admin',
	query: analyticsQuery,
	reply: userAnalytics,
});

export const getItemAnalytics = endpoint({
	method: 'GET',
	path: '/admin/analytics/items',
	summary: 'How many items there are, by status and by category.',
	auth: 'admin',
	query: analyticsQuery,
	reply: itemAnalytics,
});

export const getActivityAnalytics = endpoint({
	method: 'GET',
	path: '/admin/analytics/activity',
	summary: 'The newest users and items, and what came on each day of the period.',
	auth: 'admin',
	query: analyticsQuery,
	reply: activityAnalytics,
});

export const getTrendAnalytics = endpoint({
	method: 'GET',
	path: '/admin/analytics/trends',
	summary: 'What came in the period beside the one before it, and how long reports have been open.',
	auth: 'admin',
	query: analyticsQuery,
	reply: trendAnalytics,
});
