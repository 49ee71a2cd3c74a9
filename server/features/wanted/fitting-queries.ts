import { WANTED_LIMITS } from '#contract/wanted/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, desc, isNull, ne, or, sql } from '#server/db/drizzle.ts';
import { wantedAnswers, wantedPosts } from '#server/db/schema/wanted.ts';
import type { ItemRow } from '#server/features/items/queries.ts';
import { ASKER_IS_PUBLIC, IS_LIVE, isNotBlocked, type WantedRow, wantedRows } from './queries.ts';

type OfferedItem = Pick<ItemRow, 'id' | 'sellerId' | 'title' | 'price' | 'category' | 'subjects'>;

/**
 * The live posts of other users that an item fits and was not offered to. Posts with the same subject come first,
 * then those with more similar titles, then newer ones.
 */
export function listFitting(
	db: Db,
	{ id, sellerId, title, price, category, subjects }: OfferedItem,
): Promise<WantedRow[]> {
	const hasSubject = sql`${wantedPosts.subject} = any(${sql.param(subjects)}::text[])`;
	const spelling = sql`spelling_of_words(${title})`;
	const likeness = sql`similarity(${wantedPosts.spelling}, ${spelling})`;
	// `%` uses the index to find titles above the default threshold of pg_trgm, 0.3, which is below
	// WANTED_LIMITS.titleSimilarityMin.
	const isAlike = sql`${wantedPosts.spelling} % ${spelling} and ${likeness} >= ${WANTED_LIMITS.titleSimilarityMin}::real`;
	const isOffered = sql`exists (select from ${wantedAnswers}
		where ${wantedAnswers.wantedId} = ${wantedPosts.id} and ${wantedAnswers.itemId} = ${id})`;
	return wantedRows(db)
		.where(
			and(
				IS_LIVE,
				ASKER_IS_PUBLIC,
				ne(wantedPosts.userId, sellerId),
				isNotBlocked(sellerId),
				or(isNull(wantedPosts.category), sql`${wantedPosts.category} = ${category}`),
				or(isNull(wantedPosts.maxPrice), sql`${wantedPosts.maxPrice} >= ${price}`),
				or(hasSubject, isAlike),
				sql`not ${isOffered}`,
			),
		)
		.orderBy(sql`coalesce(${hasSubject}, false) desc`, sql`${likeness} desc`, desc(wantedPosts.id))
		.limit(WANTED_LIMITS.fittingMax);
}
