import { type Alert, INSTANT_ALERT_INTERVAL_MS, SEARCH_LIMITS } from '#contract/searches/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, asc, eq, type SQL, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { savedSearches, savedSearchMatches } from '#server/db/schema/saved-searches.ts';
import { users } from '#server/db/schema/users.ts';
import { selectWithMarks } from '#server/features/items/matching/queries.ts';
import { IS_FOR_OWNER, SAVED_FILTER_COLUMNS, type SavedFilters } from './queries.ts';

/**
 * Stores which saved searches new items match, and sets when the owners are notified. Each item is compared with every
 * search, as in a listing. Matches that are already stored stay unchanged. Those of searches whose alert is off are
 * settled at once: their owners are not notified, even if they turn it on later. One statement does all of this:
 * thousands of searches may match, and would otherwise be sent to this process and back.
 */
export async function insertMatches(
	db: Db,
	itemIds: readonly number[],
	times: AlertTimes,
): Promise<void> {
	await db.execute(sql`
		with posted as materialized (${selectWithMarks(itemIds)}),
		inserted as (
			insert into ${savedSearchMatches} (search_id, item_id, settled_at)
			select search.id, ${items.id},
				case when search.alert = 'off' then ${times.now.toISOString()}::timestamptz end
			from posted as ${items}
			cross join ${savedSearches} search
			join ${users} owner on owner.id = search.user_id
			where ${IS_FOR_OWNER}
			order by search.id, ${items.id}
			on conflict do nothing
			returning search_id, settled_at
		)
		${setDue(sql`select search_id from inserted where settled_at is null`, times)}`);
}

/** The times from which the due time of an alert is computed. */
export interface AlertTimes {
	now: Date;
	/** The next time of daily alerts. */
	nextDaily: Date;
}

/** SQL for the time when a search with waiting items is due; null if the alert is off. */
function dueAt(alert: SQL, alertedAt: SQL, { now, nextDaily }: AlertTimes): SQL {
	const alertInterval = sql`make_interval(secs => ${INSTANT_ALERT_INTERVAL_MS / 1000})`;
	return sql`case ${alert}
		when 'instant' then greatest(${now.toISOString()}::timestamptz, ${alertedAt} + ${alertInterval})
		when 'daily' then ${nextDaily.toISOString()}::timestamptz end`;
}

/** Sets when the owner of a search is notified, also of the items that already wait. */
export async function setAlert(db: Db, id: number, alert: Alert, times: AlertTimes): Promise<void> {
	const due = dueAt(sql`${alert}::text`, sql`${savedSearches.alertedAt}`, times);
	await db
		.update(savedSearches)
		.set({
			alert,
			dueAt: sql`case when exists (
				select from ${savedSearchMatches} waiting
				where waiting.search_id = ${savedSearches.id} and waiting.settled_at is null) then ${due} end`,
		})
		.where(eq(savedSearches.id, id));
}

/** Settles the waiting items of a search: its owner is not notified of them. */
export async function settleMatches(db: Db, id: number): Promise<void> {
	await db
		.update(savedSearchMatches)
		.set({ settledAt: sql`now()` })
		.where(and(eq(savedSearchMatches.searchId, id), sql`${savedSearchMatches.settledAt} is null`));
}

/**
 * Final part of a statement: sets when the owners of searches are notified. Searches that are already due stay due.
 * @param searchIds a query that selects their ids
 */
function setDue(searchIds: SQL, times: AlertTimes): SQL {
	const due = dueAt(sql`search.alert`, sql`search.alerted_at`, times);
	// Locks in order of id, so that two instances do not deadlock. An alert that is just being sent does not include the
	// new item: the lock waits until that alert is sent, and then the search becomes due again. The sending may have begun
	// after `now`, or by a clock that is ahead, so that the search became due only after `now`: therefore searches that
	// become due within the next minute are locked too.
	return sql`
		update ${savedSearches} search set due_at = coalesce(search.due_at, ${due})
		from (
			select id from ${savedSearches}
			where id in (${searchIds}) and alert <> 'off'
				and (due_at is null or due_at <= ${times.now.toISOString()}::timestamptz + interval '1 minute')
			order by id for no key update
		) waiting
		where search.id = waiting.id`;
}

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
