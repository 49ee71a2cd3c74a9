import type * as z from 'zod/mini';
import type { dealAnalytics } from '#contract/admin/analytics.ts';
import type { Db } from '#server/db/client.ts';
import { desc, eq, isNull, type SQL, sql } from '#server/db/drizzle.ts';
import { conversations, messages } from '#server/db/schema/chats.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { deals } from '#server/db/schema/deals.ts';
import { isBanned, isOnSale, items } from '#server/db/schema/items.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { IS_COMPLETE } from '#server/features/deals/reviews/queries.ts';

/** A number of days up to today, in the college's time zone. */
export interface Period {
	days: number;
	timeZone: string;
}

/** The days of a period, oldest first, each with its first moment and that of the next day. */
const selectDays = ({ days, timeZone }: Period): SQL => sql`
	select day::date as date, day at time zone ${timeZone}::text as begins,
		(day + interval '1 day') at time zone ${timeZone}::text as ends
	from (select (now() at time zone ${timeZone}::text)::date::timestamp as last) as today,
		generate_series(last - make_interval(days => ${days - 1}), last, interval '1 day') as day`;

export interface UserStatistics {
	total: number;
	verified: number;
	/** Users who joined within the period. */
	recent: number;
}

/** Erased accounts are not counted. Each count is an index-only scan: some milliseconds for 100,000 users. */
export async function countUsers(db: Db, period: Period): Promise<UserStatistics> {
	const { rows } = await db.execute<UserStatistics & Record<string, unknown>>(sql`
		with days as (${selectDays(period)})
		select
			(select count(*)::int from ${users} where deleted_at is null) as total,
			(select count(*)::int from ${users} where deleted_at is null and verified_at is not null) as verified,
			(
				select count(*)::int from ${users} where deleted_at is null
					and created_at >= (select min(begins) from days) and created_at < (select max(ends) from days)
			) as recent`);
	return rows[0] ?? { total: 0, verified: 0, recent: 0 };
}

export interface ItemStatistics {
	/** Items in every status; deleted items are not counted. */
	total: number;
	banned: number;
	/** Items added within the period. */
	recent: number;
	/** Items on sale. Those of banned sellers are not. */
	available: { category: string; count: number }[];
}

/** Each count is an index-only scan. */
export async function countItems(db: Db, period: Period): Promise<ItemStatistics> {
	const { rows } = await db.execute<ItemStatistics & Record<string, unknown>>(sql`
		with days as (${selectDays(period)})
		select
			(select count(*)::int from ${items} where deleted_at is null) as total,
			(select count(*)::int from ${items} where ${isBanned(items)}) as banned,
			(
				select count(*)::int from ${items} where deleted_at is null
					and created_at >= (select min(begins) from days) and created_at < (select max(ends) from days)
			) as recent,
			(
				select coalesce(json_agg(counted), '[]') from (
					select category, count(*)::int as count from ${items}
					where ${isOnSale(items)} and seller_id not in (
						select id from ${users} where banned_at is not null and deleted_at is null)
					group by category
				) as counted
			) as available`);
	return rows[0] ?? { total: 0, banned: 0, recent: 0, available: [] };
}

export interface DailyStatistics {
	/** YYYY-MM-DD. */
	date: string;
	users: number;
	items: number;
}

/** New users and items on each day of the period, oldest first; deleted ones are not counted. */
export async function listDailyStatistics(db: Db, period: Period): Promise<DailyStatistics[]> {
	const { rows } = await db.execute<DailyStatistics & Record<string, unknown>>(sql`
		with days as (${selectDays(period)})
		select to_char(days.date, 'YYYY-MM-DD') as date,
			(
				select count(*)::int from ${users}
				where deleted_at is null and created_at >= days.begins and created_at < days.ends
			) as users,
			(
				select count(*)::int from ${items}
				where deleted_at is null and created_at >= days.begins and created_at < days.ends
			) as items
		from days order by days.date`);
	return rows;
}

/** Newest first. */
export function listNewestUsers(
	db: Db,
	limit: number,
): Promise<{ id: number; userName: string; createdAt: Date }[]> {
	return db
		.select({ id: users.id, userName: users.userName, createdAt: users.createdAt })
		.from(users)
		.where(isNull(users.deletedAt))
		.orderBy(desc(users.id))
		.limit(limit);
}

export interface NewestItem {
	id: number;
	title: string;
	bannedAt: Date | null;
	soldAt: Date | null;
	createdAt: Date;
	sellerName: string;
	/** The seller's account is erased. */
	sellerIsGone: boolean;
	sellerIsBanned: boolean;
}

/** Newest first, in every status. */
export function listNewestItems(db: Db, limit: number): Promise<NewestItem[]> {
	return db
		.select({
			id: items.id,
			title: items.title,
			bannedAt: items.bannedAt,
			soldAt: items.soldAt,
			createdAt: items.createdAt,
			sellerName: users.userName,
			sellerIsGone: sql<boolean>`${users.deletedAt} is not null`,
			sellerIsBanned: sql<boolean>`${users.bannedAt} is not null`,
		})
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(isNull(items.deletedAt))
		.orderBy(desc(items.id))
		.limit(limit);
}

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
		from ${reports} where status = 'pending'`);
	const [{ oldestAt, ...counts } = { total: 0, overADay: 0, overAWeek: 0, oldestAt: null }] = rows;
	return { ...counts, oldestAt: oldestAt === null ? null : new Date(oldestAt) };
}

type DealAnalytics = z.infer<typeof dealAnalytics>['analytics'];

/**
 * Deals completed and offers made within the period, which ends with today. For the rupees, no sale counts with more than
 * the highest price that a third seller has reached in the period, so that one or two sellers cannot make the figure.
 */
export async function countDeals(db: Db, period: Period): Promise<DealAnalytics> {
	const { rows } = await db.execute<DealAnalytics & Record<string, unknown>>(sql`
		with days as materialized (${selectDays(period)}),
		bounds as (select min(begins) as begins from days),
		-- The first part reads a range of the index on completed_at. The second part reads the few sales that count as
		-- completed because the buyer has not answered in time.
		completed as materialized (
			select item_id, buyer_id, price, sold_at, completed_at as at from ${dealSales}
			where completed_at >= (select begins from bounds)
			union all
			select item_id, buyer_id, price, sold_at, answer_until from ${dealSales} sale
			where ended_at is null and completed_at is null and is_confirmed is null and ${IS_COMPLETE}
				and answer_until >= (select begins from bounds)
		), highest as (
			select coalesce((
				select max(price) from completed join ${deals} using (item_id, buyer_id)
				group by seller_id order by 1 desc offset 2 limit 1
			), 0) as price
		), counted as (
			select at, least(completed.price, highest.price) as rupees from completed, highest
		), offers as (
			-- Each step of a deal is a message. The literals let PostgreSQL read a range of the index on types and times.
			select (count(*) filter (where event ->> 'type' <> 'offer-accepted'))::int as made,
				(count(*) filter (where event ->> 'type' = 'offer-accepted'))::int as taken
			from ${messages}
			where event ->> 'type' in ('offer-made', 'offer-countered', 'offer-accepted') and event is not null
				and created_at >= (select begins from bounds) and not is_withheld
		)
		select
			(select count(*)::int from completed) as completed,
			(select coalesce(sum(rupees), 0)::float8 from counted) as rupees,
			(
				select round(percentile_cont(0.5) within group (
					order by extract(epoch from completed.sold_at - item.created_at) / 3600)::numeric, 1)::float8
				from completed join ${items} item on item.id = completed.item_id
			) as "medianHoursToSale",
			offers.made as "offersMade", offers.taken as "offersTaken",
			(
				select json_agg(json_build_object(
					'date', to_char(days.date, 'YYYY-MM-DD'), 'completed', of_day.completed, 'rupees', of_day.rupees
				) order by days.date)
				from days cross join lateral (
					select count(*)::int as completed, coalesce(sum(rupees), 0)::float8 as rupees
					from counted where at >= days.begins and at < days.ends
				) of_day
			) as "dailyStats"
		from offers`);
	const [counted] = rows;
	if (!counted) throw new Error('Nothing was counted.');
	return counted;
}
