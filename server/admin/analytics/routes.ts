import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
	getActivityAnalytics,
	getDealAnalytics,
	getItemAnalytics,
	getTrendAnalytics,
	getUserAnalytics,
	RECENT_ENTRIES,
} from '#contract/admin/analytics.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import { countDeals } from './deal-queries.ts';
import { presentItemStatistics, presentSubmission, presentUserStatistics } from './present.ts';
import {
	countItems,
	countUsers,
	foldCounters,
	type ItemStatistics,
	listDailyStatistics,
	listNewestItems,
	listNewestUsers,
	type Period,
} from './queries.ts';
import { countOpenReports, countTrends, listDailyTrade } from './trend-queries.ts';

/** More counter rows than this are folded. Summing this many takes a millisecond or two. */
const MAX_COUNTER_ROWS = 1000;

/** Routes for the statistics of the dashboard and the analytics page. */
export function analyticsRoutes(app: FastifyInstance, { db, config, catalogue }: AdminDeps): void {
	const { timeZone } = config.site;
	const logView = (request: FastifyRequest, section: string, days: number) =>
		logAudit(db, actorOf(request), {
			action: 'VIEW_ANALYTICS',
			target: 'analytics',
			details: `${section}, ${days} days`,
		});

	route(
		app,
		getUserAnalytics,
	)(async ({ query: { days }, request }) => {
		const statistics = await countUsers(db, { days, timeZone });
		await logView(request, 'users', days);
		return { success: true, analytics: presentUserStatistics(statistics) };
	});

	route(
		app,
		getItemAnalytics,
	)(async ({ query: { days }, request }) => {
		const names = catalogue.current().categories.map(({ name }) => name);
		const statistics = await loadItemStatistics(db, { days, timeZone });
		await logView(request, 'items', days);
		return {
			success: true,
			analytics: presentItemStatistics({ ...statistics, categories: names }),
		};
	});

	route(
		app,
		getActivityAnalytics,
	)(async ({ query: { days }, request }) => {
		const [users, items, dailyStats] = await Promise.all([
			listNewestUsers(db, RECENT_ENTRIES),
			listNewestItems(db, RECENT_ENTRIES),
			listDailyStatistics(db, { days, timeZone }),
		]);
		await logView(request, 'activity', days);
		return {
			success: true,
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
	route(
		app,
		getTrendAnalytics,
	)(async ({ query: { days }, request }) => {
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
		return { success: true, analytics: { ...trends, dailyStats, openReports } };
	});
}

/** Routes about completed deals and offers. */
export function dealAnalyticsRoutes(app: FastifyInstance, { db, config }: AdminDeps): void {
	route(
		app,
		getDealAnalytics,
	)(async ({ query: { days }, request }) => {
		const analytics = await countDeals(db, { days, timeZone: config.site.timeZone });
		await logAudit(db, actorOf(request), {
			action: 'VIEW_ANALYTICS',
			target: 'analytics',
			details: `deals, ${days} days`,
		});
		return { success: true, analytics };
	});
}

async function loadItemStatistics(db: Db, period: Period): Promise<ItemStatistics> {
	const statistics = await countItems(db, period);
	if (statistics.counterRows > MAX_COUNTER_ROWS) await foldCounters(db);
	return statistics;
}
