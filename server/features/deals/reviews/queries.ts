import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { type Db, prepareStatement } from '#server/db/client.ts';
import { alias, and, desc, eq, getTableColumns, lt, sql } from '#server/db/drizzle.ts';
import { isPublic, visibilityColumnsOf } from '#server/db/expressions.ts';
import { dealReviews, dealSales } from '#server/db/schema/deal-sales.ts';
import { deals, missedHandovers } from '#server/db/schema/deals.ts';
import { users } from '#server/db/schema/users.ts';

/**
 * SQL condition on `deal_sales sale`: the sale was completed, or its buyer has not answered in time. A job stores the
 * second kind as completed only later, so the condition compares the time itself.
 */
export const IS_COMPLETE = sql<boolean>`(sale.completed_at is not null or (sale.is_confirmed is null
	and sale.ended_at is null and sale.paused_at is null and sale.answer_until <= now()))`;

/** `deal_reviews`, as the conditions below name it. */
export const review = alias(dealReviews, 'review');

/** SQL condition on `deal_reviews review`: both sides have written a review, or the time to write is over. */
export const IS_PUBLISHED = sql<boolean>`(
	exists (select from ${dealReviews} other where other.sale_id = review.sale_id and other.role <> review.role)
	or exists (select from ${dealSales} sold where sold.id = review.sale_id and sold.review_until <= now()))`;

/** SQL condition on `deal_reviews review`: the public can read the review. */
const IS_SHOWN = sql<boolean>`(review.hidden_at is null and ${IS_PUBLISHED})`;

/**
 * Selects a `Rating` from the public reviews about the user `userId`. The average is of the newest review of each writer
 * with a confirmed address.
 */
const RATING_OF_USER = sql`
	select
		case
			when count(*) filter (where is_rating) >= ${sql.raw(String(DEAL_LIMITS.ratedFrom))}
			then round(avg(stars) filter (where is_rating), 1)::float8
		end as rating,
		count(*)::int as "reviewCount"
	from (
		select review.stars, writer.email_confirmed_at is not null
			and row_number() over (partition by review.writer_id order by review.id desc) = 1 as is_rating
		from ${dealReviews} review join ${users} writer on writer.id = review.writer_id
		where review.about_id = ${sql.placeholder('userId')} and ${IS_SHOWN}
	) shown`;

export interface Rating {
	/** One decimal; null while there are too few reviews. */
	rating: number | null;
	reviewCount: number;
}

export interface PersonDeals extends Rating {
	/** Completed sales, as buyer or seller. */
	deals: number;
	isReliable: boolean;
	/** Hand-overs that the user missed within the last `DEAL_LIMITS.missedDays` days. */
	missed: number;
}

/** Counts the deals, the reviews and the hand-overs of a user in one statement. */
export async function findPersonDeals(db: Db, userId: number): Promise<PersonDeals> {
	const [row] = await personDeals(db, { userId });
	if (!row) throw new Error('Nothing was counted.');
	return row;
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${sql.raw(String(days))})`;

/**
 * SQL condition on `deal_sales sale`: both sides say that their agreed hand-over took place. The buyer's silence is not
 * enough.
 */
const IS_KEPT = sql`sale.from_handover and sale.is_confirmed`;

const personDeals = prepareStatement<PersonDeals>(
	'deals of a person',
	sql`
	with own as materialized (
		select item_id, buyer_id, seller_id as other_id from ${deals} where buyer_id = ${sql.placeholder('userId')}
		union all
		select item_id, buyer_id, buyer_id from ${deals} where seller_id = ${sql.placeholder('userId')}
	), reviewed as (${RATING_OF_USER}), missed as (
		select count(*)::int as missed from ${missedHandovers}
		where user_id = ${sql.placeholder('userId')} and contested_at is null
			and created_at > ${daysAgo(DEAL_LIMITS.missedDays)}
	), kept as (
		select count(distinct other_id)::int as kept
		from own
		join ${users} other on other.id = other_id and other.email_confirmed_at is not null
		join ${dealSales} sale using (item_id, buyer_id)
		where ${IS_KEPT}
	)
	select reviewed.*, missed.missed,
		(select count(*)::int from own join ${dealSales} sale using (item_id, buyer_id) where ${IS_COMPLETE}) as deals,
		kept.kept >= ${sql.raw(String(DEAL_LIMITS.reliableFrom))} and missed.missed = 0 as "isReliable"
	from reviewed, missed, kept`,
);

/** The rating of a user, from the public reviews about the user. */
export async function findRating(db: Db, userId: number): Promise<Rating> {
	const [row] = await rating(db, { userId });
	return row ?? { rating: null, reviewCount: 0 };
}

const rating = prepareStatement<Rating>('rating of a person', RATING_OF_USER);

/**
 * Public reviews about a user, newest first.
 * @param beforeId the id of the last review on the previous page
 */
export const listShownReviews = (
	db: Db,
	aboutId: number,
	limit: number,
	beforeId: number | undefined,
) =>
	db
		.select({
			...getTableColumns(review),
			writerName: users.userName,
			isWriterErased: sql<boolean>`${users.deletedAt} is not null`,
			isWriterBanned: sql<boolean>`${users.bannedAt} is not null`,
		})
		.from(review)
		.innerJoin(users, eq(users.id, review.writerId))
		.where(
			and(
				eq(review.aboutId, aboutId),
				beforeId === undefined ? undefined : lt(review.id, beforeId),
				IS_SHOWN,
			),
		)
		.orderBy(desc(review.id))
		.limit(limit);

/** The writer of a review, and whether the public can read the review; undefined for an unknown review. */
export async function findReviewToReport(
	db: Db,
	id: number,
): Promise<{ writerId: number; isShown: boolean } | undefined> {
	const { rows } = await db.execute<{ writerId: number; isShown: boolean }>(sql`
		select review.writer_id as "writerId", ${IS_SHOWN} and ${isPublic(visibilityColumnsOf('about'))} as "isShown"
		from ${dealReviews} review join ${users} about on about.id = review.about_id
		where review.id = ${id}`);
	return rows[0];
}

/**
 * Hides a review or makes it public again. Of two concurrent calls, only one returns true.
 * @returns false when the review is in that state already, or is unknown
 */
export async function setReviewHidden(db: Db, id: number, isHidden: boolean): Promise<boolean> {
	const changed = await db
		.update(dealReviews)
		.set({ hiddenAt: isHidden ? sql`now()` : null })
		.where(sql`${dealReviews.id} = ${id} and (${dealReviews.hiddenAt} is not null) = ${!isHidden}`)
		.returning({ id: dealReviews.id });
	return changed.length === 1;
}

export async function hasReview(db: Db, id: number): Promise<boolean> {
	const found = await db
		.select({ id: dealReviews.id })
		.from(dealReviews)
		.where(eq(dealReviews.id, id));
	return found.length === 1;
}
