import * as z from 'zod/mini';
import { ANALYTICS_ERRORS } from '#contract/admin/errors.ts';
import { success } from '#contract/core/schemas.ts';
import { ITEM_STATUSES } from '#contract/items/facts.ts';
import { adminRead } from './endpoint-factories.ts';

/** The periods to choose from, in days; the first is the default. */
export const ANALYTICS_PERIODS = [7, 14, 30] as const;
/** Number of recent registrations and items on the dashboard. */
export const RECENT_ENTRIES = 5;

export const ANALYTICS_MESSAGES = {
	loadFailed: 'Error fetching analytics',
} as const;

export const analyticsQuery = z.object({
	days: z.pipe(
		z._default(z.enum(['7', '14', '30'], ANALYTICS_ERRORS.badPeriod.message), '7'),
		z.transform(Number),
	),
});

/** Rates are in percent, and 0 if there are no users. */
export const userAnalytics = z.object({
	success,
	analytics: z.object({
		totalUsers: z.int(),
		/** Registered in the period. */
		recentUsers: z.int(),
		verifiedUsers: z.int(),
		verificationRate: z.number(),
	}),
});

export const itemAnalytics = z.object({
	success,
	analytics: z.object({
		totalItems: z.int(),
		/** Posted in the period. */
		recentItems: z.int(),
		bannedItems: z.int(),
		/** On sale; sold items count neither here nor as banned. */
		availableItems: z.int(),
		/** Items on sale by category; the sum is `availableItems`. */
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
				/** `isBanned` is set if the owner is banned, which hides the item from the public. */
				User: z.nullable(z.object({ userName: z.string(), isBanned: z.optional(z.literal(true)) })),
			}),
		),
		/** One entry per day of the period in the college's time zone, oldest first, zero-filled. */
		dailyStats: z.array(z.object({ date: z.iso.date(), users: z.int(), items: z.int() })),
	}),
});

/** Counts of the period until now, and of the previous period until the same time of its last day. */
const comparison = z.object({ now: z.int(), before: z.int() });
export type Comparison = z.infer<typeof comparison>;

export const trendAnalytics = z.object({
	success,
	analytics: z.object({
		users: comparison,
		items: comparison,
		/** Items marked as sold. */
		sales: comparison,
		/** Chats started. */
		chats: comparison,
		/** One entry per day of the period, as in the activity analytics. */
		dailyStats: z.array(z.object({ date: z.iso.date(), sales: z.int(), chats: z.int() })),
		/** Pending reports about items, users, wanted posts and reviews. */
		openReports: z.object({
			total: z.int(),
			overADay: z.int(),
			overAWeek: z.int(),
			/** Null if no report is pending. */
			oldestAt: z.nullable(z.iso.datetime()),
		}),
	}),
});

export const dealAnalytics = z.object({
	success,
	analytics: z.object({
		/** Deals completed in the period. */
		completed: z.int(),
		/**
		 * Sum that the buyers of these deals paid. None counts with more than the highest price of a third seller in the
		 * period; with fewer than three sellers the sum is 0.
		 */
		rupees: z.number(),
		/** Median time from posting the item to its sale, in hours with one decimal; null if no deal was completed. */
		medianHoursToSale: z.nullable(z.number()),
		/** Offers and counter-offers made in the period. */
		offersMade: z.int(),
		/** Offers and counter-offers among `offersMade` that were accepted. */
		offersTaken: z.int(),
		/** One entry per day of the period, as in the activity analytics. */
		dailyStats: z.array(z.object({ date: z.iso.date(), completed: z.int(), rupees: z.number() })),
	}),
});

export const getUserAnalytics = adminRead({
	path: '/admin/analytics/users',
	summary: 'Counts all users, new users and verified users.',
	query: analyticsQuery,
	reply: userAnalytics,
});

export const getItemAnalytics = adminRead({
	path: '/admin/analytics/items',
	summary: 'Counts items by status and by category.',
	query: analyticsQuery,
	reply: itemAnalytics,
});

export const getActivityAnalytics = adminRead({
	path: '/admin/analytics/activity',
	summary:
		'Lists the newest users and items, and counts new users and items per day of the period.',
	query: analyticsQuery,
	reply: activityAnalytics,
});

export const getTrendAnalytics = adminRead({
	path: '/admin/analytics/trends',
	summary:
		'Compares the period with the previous one, and reports how long reports have been pending.',
	query: analyticsQuery,
	reply: trendAnalytics,
});

export const getDealAnalytics = adminRead({
	path: '/admin/analytics/deals',
	summary: 'Counts completed deals, rupees that changed hands, and offers made and accepted.',
	query: analyticsQuery,
	reply: dealAnalytics,
});
