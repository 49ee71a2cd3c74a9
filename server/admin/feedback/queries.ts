import { type SQL, sql } from 'drizzle-orm';
import { inBatches } from '#server/admin/kit/csv.ts';
import { findNewestPage } from '#server/admin/kit/list-page.ts';
import type { Db } from '#server/db/client.ts';
import { containsPattern } from '#server/db/expressions.ts';
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

const SELECT_FEEDBACK = sql`
	select ${feedback.id}, ${feedback.name}, ${feedback.email}, ${feedback.rating}, ${feedback.feedback},
		${feedback.category}, ${feedback.status}, ${feedback.isFeatured} as "isFeatured",
		${feedback.isPublic} as "isPublic", ${feedback.adminNotes} as "adminNotes",
		${feedback.createdAt} as "createdAt", ${feedback.reviewedAt} as "reviewedAt",
		${admins.id} as "reviewerId", ${admins.username} as "reviewerName"
	from ${feedback} left join ${admins} on ${admins.id} = ${feedback.reviewedBy}`;

/** One page, newest first, and the total, counted as far as `findPage` counts. */
export function findFeedbackPage(
	db: Db,
	filters: FeedbackFilters,
	page: { page: number; limit: number },
): Promise<{ found: number; entries: FeedbackRow[] }> {
	return findNewestPage(db, page, {
		table: feedback,
		condition: conditionsFor(filters),
		select: SELECT_FEEDBACK,
	});
}

/** All feedback of a list, newest first, for an export. */
export function streamFeedback(
	db: Db,
	filters: FeedbackFilters,
	batchSize: number,
): AsyncIterable<FeedbackRow[]> {
	return inBatches<FeedbackRow>(batchSize, async (last) => {
		const isAfterLast = last ? sql`${feedback.id} < ${last.id}` : sql`true`;
		const { rows } = await db.execute<FeedbackRow>(sql`
			${SELECT_FEEDBACK} where ${conditionsFor(filters)} and ${isAfterLast}
			order by ${feedback.id} desc limit ${batchSize}`);
		return rows;
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

/** Counts of all feedback. */
export async function findFeedbackStatistics(db: Db): Promise<FeedbackStatistics> {
	const { rows } = await db.execute<FeedbackStatistics & Record<string, unknown>>(sql`
		select count(*)::int as total,
			count(*) filter (where status = 'pending')::int as pending,
			count(*) filter (where status = 'approved')::int as approved,
			count(*) filter (where is_featured)::int as featured,
			coalesce(avg(rating), 0)::float8 as "averageRating"
		from ${feedback}`);
	return rows[0] ?? { total: 0, pending: 0, approved: 0, featured: 0, averageRating: 0 };
}
