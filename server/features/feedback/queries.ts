import type { Db } from '#server/db/client.ts';
import { and, desc, type SQL, sql } from '#server/db/drizzle.ts';
import { buildOncePerPool } from '#server/db/prepared-statements.ts';
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
