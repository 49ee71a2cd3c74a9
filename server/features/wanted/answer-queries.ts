import { WANTED_LIMITS } from '#contract/wanted/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, desc, eq, isNull, ne, or, sql } from '#server/db/drizzle.ts';
import { isPublic } from '#server/db/expressions.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedAnswers, wantedPosts } from '#server/db/schema/wanted.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { IS_LISTED, type ItemRow } from '#server/features/items/queries.ts';
import { ASKER_IS_PUBLIC, IS_LIVE, isNotBlocked, type WantedRow, wantedRows } from './queries.ts';

interface NewAnswer {
	wantedId: number;
	itemId: number;
	sellerId: number;
}

/**
 * Stores an item as an answer to a post. Call it after `lockUser` of the seller, so that concurrent answers cannot
 * exceed the daily limit.
 * @returns false when the item was already offered to the post, the seller has reached the limit, there is a block
 * between seller and asker, the post is no longer live, or the item is no longer on sale
 */
export async function insertAnswer(db: Db, answer: NewAnswer): Promise<boolean> {
	const { wantedId, itemId, sellerId } = answer;
	const { rowCount } = await db.execute(sql`
		insert into ${wantedAnswers} (wanted_id, item_id, seller_id)
		select ${wantedPosts.id}, ${items.id}, ${items.sellerId} from ${wantedPosts}, ${items}
		where ${wantedPosts.id} = ${wantedId} and ${IS_LIVE} and ${isNotBlocked(sellerId)}
			and ${items.id} = ${itemId} and ${items.sellerId} = ${sellerId} and ${isOnSale(items)}
			and ${answersInLastDay(sellerId)} < ${sql.raw(String(WANTED_LIMITS.answersPerDay))}
		on conflict do nothing`);
	return rowCount === 1;
}

const answersInLastDay = (sellerId: number) => sql`(
	select count(*) from ${wantedAnswers}
	where ${wantedAnswers.sellerId} = ${sellerId} and ${wantedAnswers.createdAt} > now() - interval '1 day')`;

/** Why an answer was refused: whether the item was offered before, and whether the seller is at the daily limit. */
export async function findRefusalReasons(
	db: Db,
	{ wantedId, itemId, sellerId }: NewAnswer,
): Promise<{ isOffered: boolean; isAtLimit: boolean }> {
	const offered = await db
		.select({ itemId: wantedAnswers.itemId })
		.from(wantedAnswers)
		.where(and(eq(wantedAnswers.wantedId, wantedId), eq(wantedAnswers.itemId, itemId)));
	const { rows } = await db.execute<{ answers: string }>(
		sql`select ${answersInLastDay(sellerId)} as answers`,
	);
	const isAtLimit = Number(rows[0]?.answers) >= WANTED_LIMITS.answersPerDay;
	return { isOffered: offered.length > 0, isAtLimit };
}

/**
 * The items offered to a post that are on sale and public, newest offer first. Leaves out items of sellers with a
 * block between them and the owner of the post.
 */
export async function listOfferedItemIds(
	db: Db,
	{ id, userId }: { id: number; userId: number },
	limit: number,
): Promise<number[]> {
	const rows = await db
		.select({ itemId: wantedAnswers.itemId })
		.from(wantedAnswers)
		.innerJoin(items, eq(items.id, wantedAnswers.itemId))
		.innerJoin(users, eq(users.id, wantedAnswers.sellerId))
		.where(
			and(
				eq(wantedAnswers.wantedId, id),
				isOnSale(items),
				isPublic(users),
				sql`not exists (select from ${blocks}
					where ${isBlockBetween(sql`${wantedAnswers.sellerId}`, sql`${userId}::int`)})`,
			),
		)
		.orderBy(desc(wantedAnswers.createdAt), desc(wantedAnswers.itemId))
		.limit(limit);
	return rows.map(({ itemId }) => itemId);
}

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

export interface MostWantedRow extends Record<string, unknown> {
	/** Exactly one of `subject` and `category` is set. */
	subject: string | null;
	category: string | null;
	/** Number of users who look for it. */
	wanted: number;
	onSale: number;
}

/** Items are counted up to this number. */
const COUNT_MAX = 10_000;

const countOnSale = (condition: ReturnType<typeof sql>) => sql`(
	select count(*)::int from (
		select from ${items} where ${IS_LISTED} and ${condition} limit ${COUNT_MAX}
	) as counted)`;

/**
 * Subjects and categories that at least WANTED_LIMITS.mostWantedPeople users look for now, most wanted first, each
 * with its number of items on sale.
 */
export async function listMostWanted(db: Db): Promise<MostWantedRow[]> {
	// The search index finds the items of a subject: it contains each code as one word, without hyphens.
	const ofSubject = sql`${items.search} @@ plainto_tsquery('pg_catalog.simple', replace(asked.subject, '-', ''))
		and ${items.subjects} @> array[asked.subject]`;
	const { rows } = await db.execute<MostWantedRow>(sql`
		with live as (
			select ${wantedPosts.userId}, ${wantedPosts.subject}, ${wantedPosts.category}
			from ${wantedPosts} join ${users} on ${users.id} = ${wantedPosts.userId}
			where ${IS_LIVE} and ${ASKER_IS_PUBLIC}
		), asked as (
			select subject, null as category, count(distinct user_id)::int as wanted
			from live where subject is not null group by subject
			union all
			select null, category, count(distinct user_id)::int from live where category is not null group by category
		)
		select subject, category, wanted, case
			when subject is not null then ${countOnSale(ofSubject)}
			else ${countOnSale(sql`${items.category} = asked.category`)}
		end as "onSale"
		from asked where wanted >= ${WANTED_LIMITS.mostWantedPeople}
		order by wanted desc, subject, category limit ${WANTED_LIMITS.mostWantedMax}`);
	return rows;
}
