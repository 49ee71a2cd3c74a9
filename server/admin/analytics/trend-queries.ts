import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { conversations } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import {
	itemReports,
	reviewReports,
	userReports,
	wantedReports,
} from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { type Period, selectDays } from './queries.ts';

const TREND_METRICS = ['users', 'items', 'sales', 'chats'] as const;
export type Trends = Record<(typeof TREND_METRICS)[number], { now: number; before: number }>;

/**
 * The rows that each metric counts, and the column with their time. Deleted rows are not counted.
 */
const SOURCES: Record<keyof Trends, { from: SQL; at: SQL }> = {
	users: { from: sql`${users} where deleted_at is null`, at: sql`created_at` },
	items: { from: sql`${items} where deleted_at is null`, at: sql`created_at` },
	sales: { from: sql`${items} where deleted_at is null`, at: sql`sold_at` },
	chats: { from: sql`${conversations} where true`, at: sql`created_at` },
};

/**
 * Counts from the first day of the period until now, and in as many days before the period. The earlier count ends at
 * the current time of day, so that today is compared with the same part of an earlier day. Each count is an index-only
 * scan.
 */
export async function countTrends(db: Db, period: Period): Promise<Trends> {
	const length = sql`make_interval(days => ${period.days})`;
	const counts = TREND_METRICS.map((metric) => {
		const { from, at } = SOURCES[metric];
		const countBetween = (start: SQL, end: SQL) =>
			sql`(select count(*)::int from ${from} and ${at} >= ${start} and ${at} <= ${end})`;
		const periodStart = sql`(select begins from bounds)`;
		const now = countBetween(periodStart, sql`now()`);
		const before = countBetween(sql`${periodStart} - ${length}`, sql`now() - ${length}`);
		return sql`json_build_object('now', ${now}, 'before', ${before}) as ${sql.identifier(metric)}`;
	});
	const { rows } = await db.execute<Trends>(sql`
		with days as (${selectDays(period)}), bounds as (select min(begins) as begins from days)
		select ${sql.join(counts, sql`, `)}`);
	const [trends] = rows;
	if (!trends) throw new Error('Nothing was counted.');
	return trends;
}

export interface DailyTrade extends Record<string, unknown> {
	/** YYYY-MM-DD. */
	date: string;
	sales: number;
	chats: number;
}

/** Items sold and conversations begun on each day of the period, oldest first. */
export async function listDailyTrade(db: Db, period: Period): Promise<DailyTrade[]> {
	const { rows } = await db.execute<DailyTrade>(sql`
		with days as (${selectDays(period)})
		select to_char(days.date, 'YYYY-MM-DD') as date,
			(
				select count(*)::int from ${items}
				where deleted_at is null and sold_at >= days.begins and sold_at < days.ends
			) as sales,
			(
				select count(*)::int from ${conversations}
				where created_at >= days.begins and created_at < days.ends
			) as chats
		from days order by days.date`);
	return rows;
}

export interface OpenReports extends Record<string, unknown> {
	total: number;
	overADay: number;
	overAWeek: number;
	oldestAt: Date | null;
}

/** Pending reports of every kind and their age. The index on status finds them; there are few. */
export async function countOpenReports(db: Db): Promise<OpenReports> {
	const { rows } = await db.execute<OpenReports & { oldestAt: string | null }>(sql`
		select count(*)::int as total,
			(count(*) filter (where created_at < now() - interval '1 day'))::int as "overADay",
			(count(*) filter (where created_at < now() - interval '7 days'))::int as "overAWeek",
			min(created_at) as "oldestAt"
		from (
			select created_at from ${itemReports} where status = 'pending'
			union all
			select created_at from ${userReports} where status = 'pending'
			union all
			select created_at from ${wantedReports} where status = 'pending'
			union all
			select created_at from ${reviewReports} where status = 'pending'
		) as open`);
	const [{ oldestAt, ...counts } = { total: 0, overADay: 0, overAWeek: 0, oldestAt: null }] = rows;
	return { ...counts, oldestAt: oldestAt === null ? null : new Date(oldestAt) };
}
