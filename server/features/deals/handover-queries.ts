import type { Room } from '#contract/chat/room-id.ts';
import { DEAL_LIMITS, type DealRole } from '#contract/deals/facts.ts';
import { type Db, insertedRow } from '#server/db/client.ts';
import { desc, eq, sql } from '#server/db/drizzle.ts';
import { lockText } from '#server/db/locks.ts';
import { dealHandovers, missedHandovers } from '#server/db/schema/deal-handovers.ts';
import { dealReservations } from '#server/db/schema/deal-reservations.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';

export async function insertHandover(
	tx: Db,
	handover: typeof dealHandovers.$inferInsert,
): Promise<number> {
	const rows = await tx.insert(dealHandovers).values(handover).returning({ id: dealHandovers.id });
	return insertedRow(rows).id;
}

export async function setAgreed(tx: Db, id: number, agreedSlot: Date, now: Date): Promise<void> {
	await tx.update(dealHandovers).set({ agreedSlot, agreedAt: now }).where(eq(dealHandovers.id, id));
}

export async function setCancelled(tx: Db, id: number, cancelledAt: Date): Promise<void> {
	await tx.update(dealHandovers).set({ cancelledAt }).where(eq(dealHandovers.id, id));
}

/** Records what one side says: that the hand-over took place, or that it did not. */
export async function setOutcome(
	tx: Db,
	id: number,
	saidBy: DealRole,
	hasTakenPlace: boolean,
): Promise<void> {
	const outcome = saidBy === 'buyer' ? { buyerDone: hasTakenPlace } : { sellerDone: hasTakenPlace };
	await tx.update(dealHandovers).set(outcome).where(eq(dealHandovers.id, id));
}

/** Stores the report that a user missed a hand-over. */
export async function insertMissed(
	tx: Db,
	missed: { handoverId: number; userId: number; reportedBy: number },
	now: Date,
): Promise<void> {
	await tx.insert(missedHandovers).values({ ...missed, createdAt: now });
}

/** Locks the reports about a user until the transaction ends, so that concurrent reports count each other. */
export async function lockMissedOf(tx: Db, userId: number): Promise<void> {
	await lockText(tx, `missed hand-overs of ${userId}`);
}

/**
 * Counts the users who have reported within `DEAL_LIMITS.missedAlertDays` days that this user missed a hand-over.
 * `people` counts all of them, `peopleBefore` only those who reported another hand-over than `handoverId`. The two
 * numbers tell whether the report about `handoverId` is the one that reaches the limit.
 */
export async function countMissedReporters(
	tx: Db,
	{ userId, handoverId }: { userId: number; handoverId: number },
	now: Date,
): Promise<{ people: number; peopleBefore: number }> {
	const { rows } = await tx.execute<{ people: number; peopleBefore: number }>(sql`
		select count(distinct reported_by)::int as people,
			(count(distinct reported_by) filter (where handover_id <> ${handoverId}))::int as "peopleBefore"
		from ${missedHandovers}
		where user_id = ${userId} and created_at > ${now}::timestamptz - make_interval(days => ${DEAL_LIMITS.missedAlertDays})`);
	return rows[0] ?? { people: 0, peopleBefore: 0 };
}

export interface AgreedHandover {
	slot: Date;
	spotName: string;
	spotHint: string;
	/** Rupees. */
	amount: number;
	/** How many hand-overs of the deal were agreed so far. */
	agreements: number;
	/** It was called off, or ended in another way without being done. */
	isCancelled: boolean;
}

/** The hand-over of a deal that was agreed last. Correct only if the item is settled. */
export async function findLastAgreed(
	db: Db,
	{ itemId, buyerId }: Room,
): Promise<AgreedHandover | undefined> {
	const ofDeal = sql`${dealHandovers.itemId} = ${itemId} and ${dealHandovers.buyerId} = ${buyerId} and ${dealHandovers.agreedAt} is not null`;
	// Not a sale after the reservation: what was cancelled stays so.
	const isSoldToBuyer = sql`exists (
		select from ${dealSales}
		where ${dealSales.itemId} = ${itemId} and ${dealSales.buyerId} = ${buyerId}
			and sold_at between ${dealHandovers.agreedAt} and ${dealReservations.endedAt})`;
	const isEnded = sql`(${dealHandovers.cancelledAt} is not null or ${dealReservations.endedAt} is not null)`;
	const isDone = sql`(coalesce(${dealHandovers.buyerDone}, false) or coalesce(${dealHandovers.sellerDone}, false) or ${isSoldToBuyer})`;
	const [row] = await db
		.select({
			slot: dealHandovers.agreedSlot,
			spotName: dealHandovers.spotName,
			spotHint: dealHandovers.spotHint,
			amount: dealReservations.amount,
			agreements: sql<number>`count(*) over ()`.mapWith(Number),
			isCancelled: sql<boolean>`${isEnded} and not ${isDone}`,
		})
		.from(dealHandovers)
		.innerJoin(dealReservations, eq(dealReservations.id, dealHandovers.reservationId))
		.where(ofDeal)
		.orderBy(desc(dealHandovers.id))
		.limit(1);
	return row?.slot ? { ...row, slot: row.slot } : undefined;
}
