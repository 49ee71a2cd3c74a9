import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Alert, GATHERING_MS } from '#contract/searches/facts.ts';
import type { Db } from '#server/db/client.ts';
import { savedSearches, savedSearchMatches } from '#server/db/schema/saved-searches.ts';

/** From these follows when an alert is due. */
export interface AlertTimes {
	now: Date;
	/** The next time of daily alerts. */
	nextDaily: Date;
}

/** SQL: when a search with this alert is due if something waits for it. */
function dueAt(alert: SQL, alertedAt: SQL, { now, nextDaily }: AlertTimes): SQL {
	const gathering = sql`make_interval(secs => ${GATHERING_MS / 1000})`;
	return sql`case ${alert}
		when 'instant' then greatest(${now.toISOString()}::timestamptz, ${alertedAt} + ${gathering})
		when 'daily' then ${nextDaily.toISOString()}::timestamptz end`;
}

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

/** Its owner is not told about what was found so far. */
export async function settleMatches(db: Db, id: number): Promise<void> {
	await db
		.update(savedSearchMatches)
		.set({ settledAt: sql`now()` })
		.where(and(eq(savedSearchMatches.searchId, id), sql`${savedSearchMatches.settledAt} is null`));
}

/**
 * The end of a statement that sets when the owners of searches are told; those that are due already stay so.
 * @param searchIds a query of their ids
 */
export function setDue(searchIds: SQL, times: AlertTimes): SQL {
	const due = dueAt(sql`search.alert`, sql`search.alerted_at`, times);
	// In order, so that two instances do not wait for each other. An alert that is being sent does not know of the new
	// item: it is waited for, and after it the search is due again.
	return sql`
		update ${savedSearches} search set due_at = coalesce(search.due_at, ${due})
		from (
			select id from ${savedSearches}
			where id in (${searchIds}) and alert <> 'off'
				and (due_at is null or due_at <= ${times.now.toISOString()}::timestamptz)
			order by id for no key update
		) waiting
		where search.id = waiting.id`;
}
