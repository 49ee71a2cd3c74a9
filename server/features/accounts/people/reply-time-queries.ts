import { sql } from 'drizzle-orm';
import { REPLY_TIME } from '#contract/accounts/facts.ts';
import type { Db } from '#server/db/client.ts';
import { prepareStatement } from '#server/db/prepared-statements.ts';
import { conversations, messages } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';

/**
 * The median time from a buyer's first message to the seller's first one after it, in whole minutes, over the chats
 * that began in the last days. Messages that a block hides from the other side do not count.
 * @returns null while too few of these chats have an answer
 */
export async function findReplyMinutes(db: Db, sellerId: number): Promise<number | null> {
	const [row] = await replyMinutes(db, { sellerId });
	return row?.minutes ?? null;
}

const CHAT_MESSAGES = sql`select id, created_at from ${messages}
	where item_id = chat.item_id and buyer_id = chat.buyer_id and not is_withheld`;

const replyMinutes = prepareStatement<{ minutes: number | null }>(
	'reply time of a seller',
	sql`
	with answered as (
		select answer.created_at - question.created_at as waited
		from ${items} join ${conversations} chat on chat.item_id = ${items.id}
		cross join lateral (
			${CHAT_MESSAGES} and sender_id = chat.buyer_id order by id limit 1) question
		cross join lateral (
			${CHAT_MESSAGES} and sender_id <> chat.buyer_id and id > question.id order by id limit 1) answer
		where ${items.sellerId} = ${sql.placeholder('sellerId')}
			and chat.created_at > now() - make_interval(days => ${sql.raw(String(REPLY_TIME.days))})
	)
	select case when count(*) >= ${sql.raw(String(REPLY_TIME.answeredChatsMin))}
		then round(extract(epoch from percentile_cont(0.5) within group (order by waited)) / 60)::int end as minutes
	from answered`,
);
