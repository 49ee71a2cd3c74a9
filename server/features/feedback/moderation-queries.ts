import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';
import { lockRows } from '#server/db/locks.ts';
import { feedback } from '#server/db/schema/feedback.ts';

/** Whether an entry is featured; undefined for an unknown id. */
export async function findFeaturedState(
	db: Db,
	id: number,
): Promise<{ isFeatured: boolean } | undefined> {
	const [row] = await db
		.select({ isFeatured: feedback.isFeatured })
		.from(feedback)
		.where(eq(feedback.id, id));
	return row;
}

interface Approval {
	adminId: number;
	isPublic: boolean;
	isFeatured: boolean;
}

/** @returns the ids that were pending until now */
export function setFeedbackApproved(
	db: Db,
	ids: readonly number[],
	{ adminId, ...visibility }: Approval,
): Promise<number[]> {
	return decideFeedback(db, ids, { status: 'approved', reviewedBy: adminId, ...visibility });
}

/** @returns false when the entry was not pending */
export async function setFeedbackRejected(
	db: Db,
	id: number,
	{ adminId, notes }: { adminId: number; notes: string },
): Promise<boolean> {
	const changes = { status: 'rejected', reviewedBy: adminId, adminNotes: notes };
	return (await decideFeedback(db, [id], changes)).length === 1;
}

/**
 * Changes only pending entries, so that the first of two concurrent decisions wins. To be called in a transaction,
 * which keeps the rows locked.
 */
async function decideFeedback(
	tx: Db,
	ids: readonly number[],
	changes: PgUpdateSetSource<typeof feedback>,
): Promise<number[]> {
	if (ids.length === 0) return [];
	const isPending = and(inArray(feedback.id, ids), eq(feedback.status, 'pending'));
	await lockRows(tx, feedback, isPending);
	const decided = await tx
		.update(feedback)
		.set({ ...changes, reviewedAt: sql`now()` })
		.where(isPending)
		.returning({ id: feedback.id });
	return decided.map(({ id }) => id).sort((one, other) => one - other);
}

/**
 * @param target undefined toggles the current value
 * @returns whether the entry is featured now; undefined when it is not approved, or already as requested
 */
export async function setFeatured(
	db: Db,
	id: number,
	target: boolean | undefined,
): Promise<boolean | undefined> {
	const isDifferent = target === undefined ? undefined : ne(feedback.isFeatured, target);
	const [changed] = await db
		.update(feedback)
		.set({ isFeatured: target ?? sql`not ${feedback.isFeatured}` })
		.where(and(eq(feedback.id, id), eq(feedback.status, 'approved'), isDifferent))
		.returning({ isFeatured: feedback.isFeatured });
	return changed?.isFeatured;
}
