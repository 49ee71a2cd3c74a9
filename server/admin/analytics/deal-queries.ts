import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { dealAnalytics } from '#contract/admin/analytics.ts';
import type { Db } from '#server/db/client.ts';
import { dealOffers } from '#server/db/schema/deal-offers.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { deals } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { IS_COMPLETE } from '#server/features/deals/reviews/queries.ts';
import { type Period, selectDays } from './queries.ts';

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
			select count(*)::int as made, (count(*) filter (where outcome = 'accepted'))::int as taken
			from ${dealOffers} where created_at >= (select begins from bounds) and not is_withheld
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
