import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import {
	type activityAnalytics,
	getActivityAnalytics,
	getDealAnalytics,
	getItemAnalytics,
	getTrendAnalytics,
	getUserAnalytics,
	type itemAnalytics,
	RECENT_ENTRIES,
	type userAnalytics,
} from '#contract/admin/analytics.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { percent } from '#server/admin/kit/list.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import { statusOf } from '#server/features/items/present.ts';
import { route } from '#server/http/route.ts';
import {
	countDeals,
	countItems,
	countOpenReports,
	countTrends,
	countUsers,
	type ItemStatistics,
	listDailyStatistics,
	listDailyTrade,
	listNewestItems,
	listNewestUsers,
	type NewestItem,
	type UserStatistics,
} from './queries.ts';

type UserAnalytics = z.infer<typeof userAnalytics>['analytics'];
type ItemAnalytics = z.infer<typeof itemAnalytics>['analytics'];
type Submission = z.infer<typeof activityAnalytics>['analytics']['recentItemSubmissions'][number];

/** Routes for the statistics of the dashboard and the analytics page. */
export function analyticsRoutes(app: FastifyInstance, { db, config, catalogue }: AdminDeps): void {
	const { timeZone } = config.site;
	const logView = (request: FastifyRequest, section: string, days: number) =>
		logAudit(db, actorOf(request), {
			action: 'VIEW_ANALYTICS',
			target: 'analytics',
			details: `${section}, ${days} days`,
		});

	route(app, getUserAnalytics, async ({ query: { days }, request }) => {
		const statistics = await countUsers(db, { days, timeZone });
		await logView(request, 'users', days);
		return { analytics: presentUserStatistics(statistics) };
	});

	route(app, getItemAnalytics, async ({ query: { days }, request }) => {
		const names = catalogue.current().categories.map(({ name }) => name);
		const statistics = await countItems(db, { days, timeZone });
		await logView(request, 'items', days);
		return { analytics: presentItemStatistics(statistics, names) };
	});

	route(app, getActivityAnalytics, async ({ query: { days }, request }) => {
		const [users, items, dailyStats] = await Promise.all([
			listNewestUsers(db, RECENT_ENTRIES),
			listNewestItems(db, RECENT_ENTRIES),
			listDailyStatistics(db, { days, timeZone }),
		]);
		await logView(request, 'activity', days);
		return {
			analytics: {
				recentUserRegistrations: users.map(({ createdAt, ...user }) => ({
					...user,
					createdAt: createdAt.toISOString(),
				})),
				recentItemSubmissions: items.map(presentSubmission),
				dailyStats,
			},
		};
	});
}

/** Routes that compare a period with the one before it. */
export function trendRoutes(app: FastifyInstance, { db, config }: AdminDeps): void {
	route(app, getTrendAnalytics, async ({ query: { days }, request }) => {
		const period = { days, timeZone: config.site.timeZone };
		const [trends, dailyStats, { oldestAt, ...open }] = await Promise.all([
			countTrends(db, period),
			listDailyTrade(db, period),
			countOpenReports(db),
		]);
		await logAudit(db, actorOf(request), {
			action: 'VIEW_ANALYTICS',
			target: 'analytics',
			details: `trends, ${days} days`,
		});
		const openReports = { ...open, oldestAt: oldestAt?.toISOString() ?? null };
		return { analytics: { ...trends, dailyStats, openReports } };
	});
}

/** Routes about completed deals and offers. */
export function dealAnalyticsRoutes(app: FastifyInstance, { db, config }: AdminDeps): void {
	route(app, getDealAnalytics, async ({ query: { days }, request }) => {
		const analytics = await countDeals(db, { days, timeZone: config.site.timeZone });
		await logAudit(db, actorOf(request), {
			action: 'VIEW_ANALYTICS',
			target: 'analytics',
			details: `deals, ${days} days`,
		});
		return { analytics };
	});
}

/** The statistics of users, as the API returns them. */
function presentUserStatistics({ total, verified, recent }: UserStatistics): UserAnalytics {
	return {
		totalUsers: total,
		recentUsers: recent,
		verifiedUsers: verified,
		verificationRate: percent(verified, total),
	};
}

/** The statistics of items, as the API returns them: the category with the most available items first. */
function presentItemStatistics(
	{ total, banned, recent, available }: ItemStatistics,
	categories: readonly string[],
): ItemAnalytics {
	const counts = new Map(available.map(({ category, count }) => [category, count]));
	const categoryStats = categories.map((category) => ({
		category,
		count: counts.get(category) ?? 0,
	}));
	return {
		totalItems: total,
		recentItems: recent,
		bannedItems: banned,
		availableItems: categoryStats.reduce((sum, { count }) => sum + count, 0),
		categoryStats: categoryStats.sort((one, other) => other.count - one.count),
	};
}

/** An item in the list of the newest items. `isAvailable` means "not banned". */
function presentSubmission(item: NewestItem): Submission {
	return {
		id: item.id,
		title: item.title,
		isAvailable: item.bannedAt === null,
		status: statusOf({ ...item, removedAt: null }),
		createdAt: item.createdAt.toISOString(),
		User: item.sellerIsGone
			? null
			: { userName: item.sellerName, ...(item.sellerIsBanned && { isBanned: true as const }) },
	};
}
