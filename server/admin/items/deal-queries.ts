import { sql } from 'drizzle-orm';
import { ADMIN_DEAL_LIMITS, type AdminDeal } from '#contract/admin/deals.ts';
import type { DealEventType } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import { dealSteps, deals } from '#server/db/schema/deals.ts';
import { users } from '#server/db/schema/users.ts';

interface DealRow extends Record<string, unknown> {
	buyerId: number;
	buyerName: string;
	startedAt: string;
	changedAt: string;
	steps: { id: number; type: DealEventType; at: string }[];
}

/** The deals of an item with the times of their steps, the newest change first. */
export async function listItemDeals(db: Db, itemId: number): Promise<AdminDeal[]> {
	const { rows } = await db.execute<DealRow>(sql`
		select buyer.id as "buyerId", buyer.user_name as "buyerName",
			deal.started_at as "startedAt", deal.changed_at as "changedAt",
			(
				select coalesce(json_agg(json_build_object('id', id, 'type', event ->> 'type', 'at', created_at) order by id), '[]')
				from (
					select id, event, created_at from ${dealSteps}
					where item_id = deal.item_id and buyer_id = deal.buyer_id
					order by id desc limit ${ADMIN_DEAL_LIMITS.steps}
				) newest
			) as steps
		from ${deals} deal join ${users} buyer on buyer.id = deal.buyer_id
		where deal.item_id = ${itemId}
		order by deal.changed_at desc, deal.buyer_id limit ${ADMIN_DEAL_LIMITS.deals}`);
	return rows.map(({ buyerId, buyerName, startedAt, changedAt, steps }) => ({
		buyer: { id: buyerId, userName: buyerName },
		startedAt: toIsoString(startedAt),
		changedAt: toIsoString(changedAt),
		steps: steps.map(({ at, ...step }) => ({ ...step, at: toIsoString(at) })),
	}));
}

function toIsoString(timestamp: string): string {
	return new Date(timestamp).toISOString();
}
