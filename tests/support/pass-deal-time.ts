import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

const MOMENT = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g;

/**
 * Lets time pass for the deals of an item by moving their dates into the past. The dates of reviews and of marks for
 * missed hand-overs stay, and so do those by which lists of deals are sorted.
 */
export async function passDealTime(db: Db, itemId: number, hours: number): Promise<void> {
	const seconds = Math.round(hours * 3600);
	const ago = sql`make_interval(secs => ${seconds})`;
	const earlier = (moment: string) =>
		JSON.stringify(new Date(Date.parse(JSON.parse(moment)) - seconds * 1000).toISOString());
	await db.transaction(async (tx) => {
		await tx.execute(sql`select from items where id = ${itemId} for update`);
		const { rows } = await tx.execute<{ deals: string }>(sql`
			select coalesce(jsonb_agg(to_jsonb(deals)), '[]')::text as deals from deals where item_id = ${itemId}`);
		const moved = rows[0]?.deals.replace(MOMENT, earlier);
		await tx.execute(sql`
			with stored as (
				update deals set counts = moved.counts, offer = moved.offer, hold = moved.hold, place = moved.place,
					handover = moved.handover, calendar = moved.calendar, missed = moved.missed
				from jsonb_populate_recordset(null::deals, ${moved}::jsonb) as moved
				where deals.item_id = moved.item_id and deals.buyer_id = moved.buyer_id
			), sales as (
				update deal_sales set sold_at = sold_at - ${ago}, answer_until = answer_until - ${ago},
					paused_at = paused_at - ${ago}, completed_at = completed_at - ${ago}, review_until = review_until - ${ago}
				where item_id = ${itemId}
			), steps as (
				update messages set created_at = created_at - ${ago} where item_id = ${itemId} and event is not null
			), due as (
				update deal_deadlines set due_at = due_at - ${ago} where item_id = ${itemId}
			)
			update items set reserved_until = reserved_until - ${ago}, next_turn_until = next_turn_until - ${ago},
				banned_at = banned_at - ${ago}, sold_at = sold_at - ${ago}, created_at = created_at - ${ago},
				relisted_at = relisted_at - ${ago}
			where id = ${itemId}`);
	});
}
