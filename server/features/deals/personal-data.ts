import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { and, asc, eq, isNotNull, or, sql } from '#server/db/drizzle.ts';
import { dealReservations } from '#server/db/schema/deal-reservations.ts';
import { dealSteps, deals } from '#server/db/schema/deals.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';

/**
 * The deals of a user with the steps of both sides. The body of a request is exported only for the user's own steps, as
 * JSON text.
 */
export async function exportOf(db: Db, userId: number): Promise<Pick<PersonalData, 'deals'>> {
	const isOwn = sql<boolean>`${dealSteps.actorId} is not distinct from ${userId}`;
	// Without what a block hides from the user, which would reveal the block.
	const ofUser = or(
		eq(deals.buyerId, userId),
		and(eq(deals.sellerId, userId), isNotNull(deals.sellerChangedAt)),
	);
	const isSeen = sql`(not ${dealSteps.isWithheld} or coalesce(${dealSteps.actorId}, ${dealSteps.buyerId}) = ${userId})`;
	const ownDeals = await db
		.select({
			itemId: deals.itemId,
			buyerId: deals.buyerId,
			sellerId: deals.sellerId,
			startedAt: deals.startedAt,
			changedAt:
				sql<Date>`case ${deals.buyerId} when ${userId} then ${deals.changedAt} else ${deals.sellerChangedAt} end`.mapWith(
					deals.changedAt,
				),
		})
		.from(deals)
		.where(ofUser)
		.orderBy(asc(deals.startedAt));
	const steps = await db
		.select({
			itemId: dealSteps.itemId,
			buyerId: dealSteps.buyerId,
			isOwn,
			action: dealSteps.action,
			body: sql<string | null>`case when ${isOwn} then ${dealSteps.body} end #>> '{}'`,
			event: dealSteps.event,
			createdAt: dealSteps.createdAt,
		})
		.from(dealSteps)
		.innerJoin(deals, and(eq(deals.itemId, dealSteps.itemId), eq(deals.buyerId, dealSteps.buyerId)))
		.where(and(ofUser, isSeen))
		.orderBy(asc(dealSteps.id));
	const byDeal = Map.groupBy(steps, ({ itemId, buyerId }) => `${itemId}-${buyerId}`);
	return {
		deals: ownDeals.map((deal) => ({
			...withIsoDates(deal),
			steps: (byDeal.get(`${deal.itemId}-${deal.buyerId}`) ?? []).map(
				({ itemId: _, buyerId: __, body, ...step }) => ({ ...withIsoDates(step), body }),
			),
		})),
	};
}

/**
 * Keeps the steps, without the texts that the user wrote. A trigger of `users` makes the user's deals due, so that
 * settling ends what is open.
 */
export async function erase(tx: Db, userId: number): Promise<void> {
	const isReleasedByUser = sql`(item_id, buyer_id, ended_at) in (
		select item_id, buyer_id, created_at from ${dealSteps}
		where actor_id = ${userId} and action = 'release')`;
	await tx.update(dealReservations).set({ reason: null }).where(isReleasedByUser);
	await tx
		.update(dealSteps)
		.set({ body: sql`${dealSteps.body} - 'reason' - 'text'` })
		.where(eq(dealSteps.actorId, userId));
}
