import { desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { itemCounters } from '#server/db/schema/item-counters.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';

/** A number of days up to today, in the college's time zone. */
export interface Period {
	days: number;
	timeZone: string;
}

/** The days of a period, oldest first, each with its first moment and that of the next day. */
export const selectDays = ({ days, timeZone }: Period): SQL => sql`
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
	/** By category and status; deleted items are not counted. */
	counters: { category: string; status: 'available' | 'sold' | 'banned'; count: number }[];
	/** Rows of `itemCounters` that were summed. */
	counterRows: number;
	/** Items of banned sellers, by category. `counters` has them as available, but they are not on sale. */
	ofBannedSellers: { category: string; count: number }[];
	/** Items added within the period. */
	recent: number;
}

/** Sums the counters in `itemCounters`: counting a million items would take 100 to 200 ms. */
export async function countItems(db: Db, period: Period): Promise<ItemStatistics> {
	const { rows } = await db.execute<ItemStatistics & Record<string, unknown>>(sql`
		with days as (${selectDays(period)}), summed as (
			select category, status, sum(change)::int as count, count(*) as rows from ${itemCounters} group by 1, 2
		)
		select
			(
				select coalesce(json_agg(json_build_object('category', category, 'status', status, 'count', count)), '[]')
				from summed
			) as counters,
			(select coalesce(sum(rows), 0)::int from summed) as "counterRows",
			(
				select coalesce(json_agg(of_banned), '[]') from (
					select item.category, count(*)::int as count
					from ${users} seller join ${items} item on item.seller_id = seller.id
					where seller.deleted_at is null and seller.banned_at is not null
						and item.sold_at is null and item.banned_at is null and item.deleted_at is null
					group by 1
				) as of_banned
			) as "ofBannedSellers",
			(
				select count(*)::int from ${items} where deleted_at is null
					and created_at >= (select min(begins) from days) and created_at < (select max(ends) from days)
			) as recent`);
	return rows[0] ?? { counters: [], counterRows: 0, ofBannedSellers: [], recent: 0 };
}

/** Replaces the counter rows by their sums. It does not block concurrent readers or writers, who see the same sums. */
export async function foldCounters(db: Db): Promise<void> {
	await db.execute(sql`
		with folded as (delete from ${itemCounters} returning category, status, change)
		insert into ${itemCounters} (category, status, change)
		select category, status, sum(change) from folded group by 1, 2 having sum(change) <> 0`);
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
