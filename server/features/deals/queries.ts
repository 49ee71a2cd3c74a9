import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { toIsoTime } from '#server/db/expressions.ts';
import { lockRows } from '#server/db/locks.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { dealDeadlines, deals } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';

/**
 * Extends all time limits that were open when maintenance began by the length of the maintenance. Exceptions are the
 * time of an agreed hand-over and the end of its reservation, which stay. If that end has passed meanwhile, the
 * reservation ends now, so that the next buyer's turn counts from now.
 * @param tx the transaction that ends the maintenance
 * @param beganAt when the maintenance began
 */
export async function extendTimeLimits(tx: Db, beganAt: Date): Promise<void> {
	const lasted = sql`(clock_timestamp() - ${beganAt}::timestamptz)`;
	const wasOpen = (end: SQL) => sql`(${end})::timestamptz > ${beganAt}::timestamptz`;
	const withTime = (column: SQL, key: string, time: SQL) =>
		sql`jsonb_set(${column}, array[${key}::text], to_jsonb(${toIsoTime(time)}))`;
	const later = (column: SQL, key: string, openUntil: SQL) => {
		const time = sql`(${column} ->> ${key}::text)::timestamptz`;
		return sql`case when ${wasOpen(openUntil)} then ${withTime(column, key, sql`${time} + ${lasted}`)} else ${column} end`;
	};
	const expiresAt = sql`offer ->> 'expiresAt'`;
	const contestUntil = sql`(missed ->> 'reportedAt')::timestamptz + make_interval(hours => ${DEAL_LIMITS.contestHours})`;
	const until = sql`hold ->> 'until'`;
	const isOpen = sql`(${wasOpen(expiresAt)} or ${wasOpen(until)} or ${wasOpen(contestUntil)})`;
	// As each change of a deal does, which otherwise could write the earlier ends again.
	await lockRows(tx, items, sql`id in (select item_id from ${deals} where ${isOpen})`);
	await tx.execute(sql`
		with moved as (
			update ${deals} set offer = ${later(sql`offer`, 'expiresAt', expiresAt)},
				hold = case
					when not ${wasOpen(until)} then hold
					when handover ->> 'agreedSlot' is null then ${later(sql`hold`, 'until', until)}
					else ${withTime(sql`hold`, 'until', sql`greatest((${until})::timestamptz, clock_timestamp())`)}
				end,
				missed = ${later(sql`missed`, 'reportedAt', contestUntil)}
			where ${isOpen}
			returning item_id, hold
		)
		update ${items} set reserved_until = (hold ->> 'until')::timestamptz, next_turn_until = next_turn_until + ${lasted}
		from moved where ${items.id} = item_id and hold is not null`);
	await tx.execute(sql`
		update ${dealSales} set answer_until = answer_until + ${lasted}
		where ended_at is null and completed_at is null and is_confirmed is null and paused_at is null
			and ${wasOpen(sql`answer_until`)}`);
	await tx.execute(sql`
		update ${dealSales} set review_until = review_until + ${lasted} where ${wasOpen(sql`review_until`)}`);
	// Not later than now(), the start of the transaction: otherwise the trigger does not notify the instances.
	await tx.execute(sql`update ${dealDeadlines} set due_at = now() where due_at is not null`);
}
