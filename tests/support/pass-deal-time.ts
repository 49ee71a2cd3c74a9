import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/**
 * Lets time pass for the deals of an item by moving their dates into the past. The dates of ends, cancellations, reviews
 * and missed hand-overs stay, and so do those of the deals themselves.
 */
export async function passDealTime(db: Db, itemId: number, hours: number): Promise<void> {
	const ago = sql`make_interval(secs => ${Math.round(hours * 3600)})`;
	await db.execute(sql`
		with offers as (
			update deal_offers set created_at = created_at - ${ago}, expires_at = expires_at - ${ago}
			where item_id = ${itemId}
		), reservations as (
			update deal_reservations set started_at = started_at - ${ago}, until = until - ${ago},
				reminded_at = reminded_at - ${ago}
			where item_id = ${itemId}
		), queue as (
			update deal_queue set joined_at = joined_at - ${ago}, turn_until = turn_until - ${ago}
			where item_id = ${itemId}
		), handovers as (
			update deal_handovers set created_at = created_at - ${ago}, agreed_at = agreed_at - ${ago},
				agreed_slot = agreed_slot - ${ago},
				slots = array(select slot - ${ago} from unnest(slots) with ordinality as one (slot, position) order by position)
			where item_id = ${itemId}
		), sales as (
			update deal_sales set sold_at = sold_at - ${ago}, answer_until = answer_until - ${ago},
				paused_at = paused_at - ${ago}, completed_at = completed_at - ${ago}, review_until = review_until - ${ago}
			where item_id = ${itemId}
		), steps as (
			update deal_steps set created_at = created_at - ${ago} where item_id = ${itemId}
		), due as (
			update deal_deadlines set due_at = due_at - ${ago} where item_id = ${itemId}
		)
		update items set reserved_until = reserved_until - ${ago}, banned_at = banned_at - ${ago}, sold_at = sold_at - ${ago},
			created_at = created_at - ${ago}, relisted_at = relisted_at - ${ago}
		where id = ${itemId}`);
}
