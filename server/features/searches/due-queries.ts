import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Alert, INSTANT_ALERT_INTERVAL_MS } from '#contract/searches/facts.ts';
import type { Db } from '#server/db/client.ts';
import { savedSearches, savedSearchMatches } from '#server/db/schema/saved-searches.ts';

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
export function setDue(searchIds: SQL, times: AlertTimes): SQL {
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
