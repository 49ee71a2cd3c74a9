import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
	getActivityAnalytics,
	getItemAnalytics,
	getTrendAnalytics,
	getUserAnalytics,
	RECENT_ENTRIES,
} from '#contract/admin/analytics.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { actorOf, record } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import { presentItemFigures, presentSubmission, presentUserFigures } from './present.ts';
import {
	countItems,
	countUsers,
	foldTallies,
	type ItemFigures,
	listDays,
	listNewestItems,
	listNewestUsers,
	type Period,
} from './queries.ts';
import { countOpenReports, countTrends, listDaysOfTrade } from './trend-queries.ts';

/** Rows of the tallies that are summed in a millisecond or two. */
const TALLY_ROWS = 1000;

/** The figures of the dashboard and of the analytics. */
export function analyticsRoutes(app: FastifyInstance, { db, config }: AdminDeps): void {
	const { timeZone } = config.site;
	const viewed = (request: FastifyRequest, what: string, days: number) =>
		record(db, actorOf(request), {
			action: 'VIEW_ANALYTICS',
			target: 'analytics',
			details: `${what}, ${days} days`,
		});

	route(
		app,
		getUserAnalytics,
	)(async ({ query: { days }, request }) => {
		const figures = await countUsers(db, { days, timeZone });
		await viewed(request, 'users', days);
		return { success: true, analytics: presentUserFigures(figures) };
	});

	route(
		app,
		getItemAnalytics,
	)(async ({ query: { days }, request }) => {
		const figures = await readItemFigures(db, { days, timeZone });
		await viewed(request, 'items', days);
		return { success: true, analytics: presentItemFigures(figures) };
	});

	route(
		app,
		getActivityAnalytics,
	)(async ({ query: { days }, request }) => {
		const [users, items, dailyStats] = await Promise.all([
			listNewestUsers(db, RECENT_ENTRIES),
			listNewestItems(db, RECENT_ENTRIES),
			listDays(db, { days, timeZone }),
		]);
		await viewed(request, 'activity', days);
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

/** The period beside the one before it. */
export function trendRoutes(app: FastifyInstance, { db, config }: AdminDeps): void {
	route(
		app,
		getTrendAnalytics,
	)(async ({ query: { days }, request }) => {
		const period = { days, timeZone: config.site.timeZone };
		const [trends, dailyStats, { oldestAt, ...open }] = await Promise.all([
			countTrends(db, period),
			listDaysOfTrade(db, period),
			countOpenReports(db),
		]);
		await record(db, actorOf(request), {
			action: 'VIEW_ANALYTICS',
			target: 'analytics',
			details: `trends, ${days} days`,
		});
		const openReports = { ...open, oldestAt: oldestAt?.toISOString() ?? null };
		return { success: true, analytics: { ...trends, dailyStats, openReports } };
	});
}

async function readItemFigures(db: Db, period: Period): Promise<ItemFigures> {
	const figures = await countItems(db, period);
	if (figures.tallyRows > TALLY_ROWS) await foldTallies(db);
	return figures;
}
