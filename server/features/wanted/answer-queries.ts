import { WANTED_LIMITS } from '#contract/wanted/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, desc, eq, sql } from '#server/db/drizzle.ts';
import { isPublic } from '#server/db/expressions.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedAnswers, wantedPosts } from '#server/db/schema/wanted.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { IS_LIVE, isNotBlocked } from './queries.ts';

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
	const { rows } = await db.execute(sql`
		insert into ${wantedAnswers} (wanted_id, item_id, seller_id)
		select ${wantedPosts.id}, ${items.id}, ${items.sellerId} from ${wantedPosts}, ${items}
		where ${wantedPosts.id} = ${wantedId} and ${IS_LIVE} and ${isNotBlocked(sellerId)}
			and ${items.id} = ${itemId} and ${items.sellerId} = ${sellerId} and ${isOnSale(items)}
			and ${answersInLastDay(sellerId)} < ${sql.raw(String(WANTED_LIMITS.answersPerDay))}
		on conflict do nothing
		returning wanted_id`);
	return rows.length === 1;
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
