import { eq, sql } from 'drizzle-orm';
import { DEAL_LIMITS, type DealRole } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import { insertedRow } from '#server/db/inserted-row.ts';
import { lockText } from '#server/db/locks.ts';
import { dealHandovers, missedHandovers } from '#server/db/schema/deal-handovers.ts';

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
