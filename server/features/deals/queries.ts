import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { dealHandovers } from '#server/db/schema/deal-handovers.ts';
import { dealOffers } from '#server/db/schema/deal-offers.ts';
import { dealQueue, dealReservations } from '#server/db/schema/deal-reservations.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { dealDeadlines, isUnended } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { IS_UNCONFIRMED } from './pair-condition-queries.ts';

/**
 * Extends all time limits that were open when maintenance began by the length of the maintenance. Exceptions are the
 * time of an agreed hand-over and the end of its reservation, which stay. If that end has passed meanwhile, the
 * reservation ends now, so that the next buyer's turn counts from now.
 * @param tx the transaction that ends the maintenance
 * @param beganAt when the maintenance began
 */
export async function extendTimeLimits(tx: Db, beganAt: Date): Promise<void> {
	const lasted = sql`(clock_timestamp() - ${beganAt}::timestamptz)`;
	const wasOpen = (end: unknown) => sql`${end} > ${beganAt}`;
	await tx.execute(sql`
		update ${dealOffers} set expires_at = expires_at + ${lasted}
		where ${isUnended(dealOffers)} and ${wasOpen(sql`expires_at`)}`);
	const isAgreed = sql`exists (
		select from ${dealHandovers}
		where ${dealHandovers.reservationId} = ${dealReservations.id} and agreed_at is not null and cancelled_at is null)`;
	await tx.execute(sql`
		with reservations as (
			update ${dealReservations} set until = case when ${isAgreed} then clock_timestamp() else until + ${lasted} end
			where ${isUnended(dealReservations)} and ${wasOpen(sql`until`)}
				and (not ${isAgreed} or until < clock_timestamp())
			returning item_id, until
		), turns as (
			update ${dealQueue} set turn_until = turn_until + ${lasted}
			where ${isUnended(dealQueue)} and ${wasOpen(sql`turn_until`)}
			returning item_id, turn_until
		)
		update ${items} set reserved_until = moved.until
		from (select * from reservations union all select * from turns) moved (item_id, until)
		where ${items.id} = moved.item_id`);
	await tx.execute(sql`
		update ${dealSales} set answer_until = answer_until + ${lasted}
		where ${IS_UNCONFIRMED} and paused_at is null and ${wasOpen(sql`answer_until`)}`);
	await tx.execute(sql`
		update ${dealSales} set review_until = review_until + ${lasted} where ${wasOpen(sql`review_until`)}`);
	// Not later than now(), the start of the transaction: otherwise the trigger does not notify the instances.
	await tx.execute(sql`update ${dealDeadlines} set due_at = now() where due_at is not null`);
}
