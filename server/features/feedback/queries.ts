import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { buildOncePerPool } from '#server/db/prepared-statements.ts';
import { feedback, isShown } from '#server/db/schema/feedback.ts';

export type NewFeedback = typeof feedback.$inferInsert;
export type Testimonial = Pick<
	typeof feedback.$inferSelect,
	'id' | 'name' | 'rating' | 'category' | 'feedback' | 'createdAt'
>;

const IS_PUBLIC = isShown(feedback);

/**
 * The same words from the same address, while pending, are stored once: the index decides.
 * @returns its number; undefined when they wait already
 */
export async function insertFeedback(db: Db, input: NewFeedback): Promise<number | undefined> {
	const [row] = await db
		.insert(feedback)
		.values(input)
		.onConflictDoNothing()
		.returning({ id: feedback.id });
	return row?.id;
}

/** What administrators let everybody read, newest first. */
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
