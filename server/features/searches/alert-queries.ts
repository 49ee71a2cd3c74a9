import { asc, sql } from 'drizzle-orm';
import { SEARCH_LIMITS } from '#contract/searches/facts.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { savedSearches, savedSearchMatches } from '#server/db/schema/saved-searches.ts';
import { users } from '#server/db/schema/users.ts';
import { selectWithMarks } from '#server/features/items/matching/queries.ts';
import { IS_FOR_OWNER } from './match-queries.ts';
import { SAVED_FILTER_COLUMNS, type SavedFilters } from './queries.ts';

/** Locks searches that are due, the longest overdue first; skips those that another instance has locked. */
export async function lockDue(db: Db, now: Date, limit: number): Promise<number[]> {
	const { rows } = await db.execute<{ id: number }>(sql`
		select id from ${savedSearches} where due_at <= ${now.toISOString()}::timestamptz and removed_at is null
		order by due_at, id limit ${limit} for update skip locked`);
	return rows.map(({ id }) => id);
}

/**
 * Marks the waiting items of these searches as settled, so that no later alert reports them. It is a separate statement
 * after the lock, so that it sees all matches that were stored before the lock was granted.
 * @returns the items that waited
 */
export async function settleDue(
	db: Db,
	searchIds: readonly number[],
	now: Date,
): Promise<{ searchId: number; itemId: number }[]> {
	const { rows } = await db.execute<{ searchId: number; itemId: number }>(sql`
		update ${savedSearchMatches} set settled_at = ${now.toISOString()}::timestamptz
		where search_id = any(${sql.param(searchIds)}::int[]) and settled_at is null
		returning search_id as "searchId", item_id as "itemId"`);
	return rows;
}

/** The content of an alert. */
export interface AlertRow extends SavedFilters {
	searchId: number;
	userId: number;
	count: number;
	/** The newest items, whose titles the alert contains. */
	itemIds: number[];
	titles: string[];
}

/** The items that waited, still match and are on sale, grouped by search. Leaves out searches whose alert is off. */
export async function listAlerts(
	db: Db,
	waiting: readonly { searchId: number; itemId: number }[],
): Promise<AlertRow[]> {
	const searchIds = waiting.map(({ searchId }) => searchId);
	const itemIds = waiting.map(({ itemId }) => itemId);
	// `selectWithMarks` leaves out items that are not on sale, and `IS_FOR_OWNER` those that no longer match.
	const alerted = sql`(
		with posted as materialized (${selectWithMarks([...new Set(itemIds)])})
		select search.id, count(*)::int as count,
			(array_agg(${items.id} order by ${items.id} desc))[1:${sql.raw(String(SEARCH_LIMITS.titlesMax))}] as ids,
			(array_agg(${items.title} order by ${items.id} desc))[1:${sql.raw(String(SEARCH_LIMITS.titlesMax))}] as titles
		from unnest(${sql.param(searchIds)}::int[], ${sql.param(itemIds)}::int[]) as waiting (search_id, item_id)
		join posted as ${items} on ${items.id} = waiting.item_id
		join ${savedSearches} search on search.id = waiting.search_id
		join ${users} owner on owner.id = search.user_id
		where search.alert <> 'off' and ${IS_FOR_OWNER}
		group by search.id) as alerted`;
	return db
		.select({
			...SAVED_FILTER_COLUMNS,
			searchId: savedSearches.id,
			userId: savedSearches.userId,
			count: sql<number>`alerted.count`,
			itemIds: sql<number[]>`alerted.ids`,
			titles: sql<string[]>`alerted.titles`,
		})
		.from(savedSearches)
		.innerJoin(alerted, sql`alerted.id = ${savedSearches.id}`)
		.orderBy(asc(savedSearches.id));
}

/**
 * Marks searches as no longer due.
 * @param notifiedIds those of the searches whose owner was notified: their next instant alert waits for INSTANT_ALERT_INTERVAL_MS
 */
export async function setAlerted(
	db: Db,
	searchIds: readonly number[],
	notifiedIds: readonly number[],
	now: Date,
): Promise<void> {
	await db.execute(sql`
		update ${savedSearches} set due_at = null,
			alerted_at = case when id = any(${sql.param(notifiedIds)}::int[])
				then ${now.toISOString()}::timestamptz else alerted_at end
		where id = any(${sql.param(searchIds)}::int[])`);
}

/** Matches that are kept for one search: twice as many as are counted. */
const MATCHES_KEPT = 2 * SEARCH_LIMITS.newCountMax;

/**
 * Deletes matches that were settled more than seven days ago and are no longer counted: of items that were sold or
 * deleted, or posted before the search was last opened; and all but the newest MATCHES_KEPT of each search.
 */
export async function deleteOldMatches(db: Db): Promise<void> {
	await db.execute(sql`
		delete from ${savedSearchMatches} matched
		using ${savedSearches} search, ${items} item
		where search.id = matched.search_id and item.id = matched.item_id
			and matched.settled_at < now() - interval '7 days'
			and (item.sold_at is not null or item.deleted_at is not null or item.created_at <= search.opened_at)`);
	await db.execute(sql`
		delete from ${savedSearchMatches} matched
		using (
			select search_id, item_id, row_number() over (partition by search_id order by item_id desc) as place
			from ${savedSearchMatches}
		) ranked
		where ranked.place > ${MATCHES_KEPT} and matched.search_id = ranked.search_id
			and matched.item_id = ranked.item_id and matched.settled_at < now() - interval '7 days'`);
}
