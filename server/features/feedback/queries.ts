import { buildOncePerPool, type Db } from '#server/db/client.ts';
import {
	and,
	desc,
	eq,
	inArray,
	ne,
	type PgUpdateSetSource,
	type SQL,
	sql,
} from '#server/db/drizzle.ts';
import { lockRows } from '#server/db/locks.ts';
import { feedback, isShown } from '#server/db/schema/feedback.ts';

export type NewFeedback = typeof feedback.$inferInsert;
export type Testimonial = Pick<
	typeof feedback.$inferSelect,
	'id' | 'name' | 'rating' | 'category' | 'feedback' | 'createdAt'
>;

const IS_PUBLIC = isShown(feedback);

/**
 * Stores feedback. A unique index rejects the same text from the same address while the first one is pending.
 * @returns the new id; undefined for a duplicate
 */
export async function insertFeedback(db: Db, input: NewFeedback): Promise<number | undefined> {
	const [row] = await db
		.insert(feedback)
		.values(input)
		.onConflictDoNothing()
		.returning({ id: feedback.id });
	return row?.id;
}

/** Approved feedback that administrators have made public, newest first. */
export async function listTestimonials(
	db: Db,
	{ limit, featured }: { limit: number; featured: boolean },
): Promise<Testimonial[]> {
	return (featured ? featuredTestimonials : testimonials)(db).execute({ limit });
}

const testimonials = buildOncePerPool((db) =>
	testimonialQuery(db, IS_PUBLIC).prepare('testimonials'),
);
const featuredTestimonials = buildOncePerPool((db) =>
	testimonialQuery(db, and(IS_PUBLIC, feedback.isFeatured)).prepare('featured testimonials'),
);

function testimonialQuery(db: Db, condition: SQL | undefined) {
	return db
		.select({
			id: feedback.id,
			name: feedback.name,
			rating: feedback.rating,
			category: feedback.category,
			feedback: feedback.feedback,
			createdAt: feedback.createdAt,
		})
		.from(feedback)
		.where(condition)
		.orderBy(desc(feedback.id))
		.limit(sql.placeholder('limit'));
}

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
	/** Also approves what was rejected. */
	afterAll: boolean;
	isPublic: boolean;
	isFeatured: boolean;
}

/** @returns the ids that were approved just now */
export function setFeedbackApproved(
	db: Db,
	ids: readonly number[],
	{ adminId, afterAll, ...visibility }: Approval,
): Promise<number[]> {
	const decided = ['pending', ...(afterAll ? ['rejected'] : [])];
	const changes = { status: 'approved', reviewedBy: adminId, adminNotes: null, ...visibility };
	return decideFeedback(db, ids, decided, changes);
}

/**
 * @param decision with `afterAll` also rejects what was approved
 * @returns false when the entry could not be rejected
 */
export async function setFeedbackRejected(
	db: Db,
	id: number,
	{ adminId, notes, afterAll }: { adminId: number; notes: string; afterAll: boolean },
): Promise<boolean> {
	const decided = ['pending', ...(afterAll ? ['approved'] : [])];
	const hidden = { isPublic: false, isFeatured: false };
	const changes = { status: 'rejected', reviewedBy: adminId, adminNotes: notes, ...hidden };
	return (await decideFeedback(db, [id], decided, changes)).length === 1;
}

/** @returns false for an unknown id */
export async function removeFeedback(db: Db, id: number): Promise<boolean> {
	const { rowCount } = await db.delete(feedback).where(eq(feedback.id, id));
	return rowCount === 1;
}

/**
 * Changes only entries of these states, so that the first of two concurrent decisions wins. To be called in a
 * transaction, which keeps the rows locked.
 */
async function decideFeedback(
	tx: Db,
	ids: readonly number[],
	statuses: readonly string[],
	changes: PgUpdateSetSource<typeof feedback>,
): Promise<number[]> {
	if (ids.length === 0) return [];
	const isDecidable = and(inArray(feedback.id, ids), inArray(feedback.status, statuses));
	await lockRows(tx, feedback, isDecidable);
	const decided = await tx
		.update(feedback)
		.set({ ...changes, reviewedAt: sql`now()` })
		.where(isDecidable)
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
