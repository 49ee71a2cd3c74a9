import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { containsPattern, findNewestPage } from '#server/admin/kit/list-page.ts';
import type { Db } from '#server/db/client.ts';
import { admins } from '#server/db/schema/admins.ts';
import { feedback, searchTextOfFeedback } from '#server/db/schema/feedback.ts';

export interface FeedbackFilters {
	id?: number | undefined;
	status?: string | undefined;
	category?: string | undefined;
	rating?: number | undefined;
	/** Text in the name, the email address or the feedback. */
	q?: string | undefined;
}

export interface FeedbackRow extends Record<string, unknown> {
	id: number;
	name: string;
	email: string;
	rating: number;
	feedback: string;
	category: string;
	status: string;
	isFeatured: boolean;
	isPublic: boolean;
	adminNotes: string | null;
	createdAt: string;
	reviewedAt: string | null;
	reviewerId: number | null;
	reviewerName: string | null;
}

/** One page, newest first, with the total as far as pages are counted. */
export function findFeedbackPage(
	db: Db,
	filters: FeedbackFilters,
	page: { page: number; limit: number },
): Promise<{ found: number; entries: FeedbackRow[] }> {
	return findNewestPage(db, page, {
		table: feedback,
		condition: conditionsFor(filters),
		select: sql`
			select ${feedback.id}, ${feedback.name}, ${feedback.email}, ${feedback.rating}, ${feedback.feedback},
				${feedback.category}, ${feedback.status}, ${feedback.isFeatured} as "isFeatured",
				${feedback.isPublic} as "isPublic", ${feedback.adminNotes} as "adminNotes",
				${feedback.createdAt} as "createdAt", ${feedback.reviewedAt} as "reviewedAt",
				${admins.id} as "reviewerId", ${admins.username} as "reviewerName"
			from ${feedback} left join ${admins} on ${admins.id} = ${feedback.reviewedBy}`,
	});
}

const SEARCH_TEXT = searchTextOfFeedback(feedback);

function conditionsFor({ id, status, category, rating, q }: FeedbackFilters): SQL {
	const conditions = [sql`true`];
	if (id !== undefined) conditions.push(sql`${feedback.id} = ${id}`);
	if (status !== undefined) conditions.push(sql`${feedback.status} = ${status}`);
	if (category !== undefined) conditions.push(sql`${feedback.category} = ${category}`);
	if (rating !== undefined) conditions.push(sql`${feedback.rating} = ${rating}`);
	if (q !== undefined) conditions.push(sql`${SEARCH_TEXT} like ${containsPattern(q)}`);
	return sql.join(conditions, sql` and `);
}

export interface FeedbackStatistics {
	total: number;
	pending: number;
	approved: number;
	featured: number;
	/** Average of all ratings, 0 without any. */
	averageRating: number;
}

export async function countFeedback(db: Db): Promise<FeedbackStatistics> {
	const { rows } = await db.execute<FeedbackStatistics & Record<string, unknown>>(sql`
		select count(*)::int as total,
			count(*) filter (where status = 'pending')::int as pending,
			count(*) filter (where status = 'approved')::int as approved,
			count(*) filter (where is_featured)::int as featured,
			coalesce(avg(rating), 0)::float8 as "averageRating"
		from ${feedback}`);
	return rows[0] ?? { total: 0, pending: 0, approved: 0, featured: 0, averageRating: 0 };
}

export async function hasFeedback(db: Db, id: number): Promise<boolean> {
	const found = await db.select({ id: feedback.id }).from(feedback).where(eq(feedback.id, id));
	return found.length === 1;
}

export interface Approval {
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

/** @returns false when it was not pending */
export async function setFeedbackRejected(
	db: Db,
	id: number,
	{ adminId, notes }: { adminId: number; notes: string },
): Promise<boolean> {
	const changes = { status: 'rejected', reviewedBy: adminId, adminNotes: notes };
	return (await decideFeedback(db, [id], changes)).length === 1;
}

/**
 * The statement decides between two administrators. Rows are locked in the order of their ids, so that two overlapping
 * selections cannot deadlock.
 */
async function decideFeedback(
	db: Db,
	ids: readonly number[],
	changes: PgUpdateSetSource<typeof feedback>,
): Promise<number[]> {
	if (ids.length === 0) return [];
	const isPending = and(inArray(feedback.id, [...ids]), eq(feedback.status, 'pending'));
	await db
		.select({ id: feedback.id })
		.from(feedback)
		.where(isPending)
		.orderBy(asc(feedback.id))
		.for('no key update');
	const decided = await db
		.update(feedback)
		.set({ ...changes, reviewedAt: sql`now()` })
		.where(isPending)
		.returning({ id: feedback.id });
	return decided.map(({ id }) => id).sort((one, other) => one - other);
}

/**
 * @param target undefined toggles the current value
 * @returns whether it is featured now; undefined when it is not approved, or already as requested
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
