import { sql } from 'drizzle-orm';
import { REPLY_TIME } from '#contract/accounts/facts.ts';
import { AUTOMATIC_EVENT_TYPES } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import { prepareStatement } from '#server/db/prepared-statements.ts';
import { conversations, messages } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';

export interface ReplyTime {
	/** The median in whole minutes; null while too few chats have an answer. */
	minutes: number | null;
	/** Chats that have an answer. */
	chats: number;
}

/**
 * The median time from a buyer's first message to the seller's first answer, over the chats that began within the last
 * `REPLY_TIME.days` days. Messages hidden by a block do not count. Automatic steps of a deal do not count as answers.
 */
export async function findReplyTime(db: Db, sellerId: number): Promise<ReplyTime> {
	const [row] = await replyTime(db, { sellerId });
	return row ?? { minutes: null, chats: 0 };
}

const CHAT_MESSAGES = sql`select id, created_at from ${messages}
	where item_id = chat.item_id and buyer_id = chat.buyer_id and not is_withheld`;

const IS_ANSWER = sql`(event is null or event->>'type' not in (${sql.raw(
	AUTOMATIC_EVENT_TYPES.map((type) => `'${type}'`).join(', '),
)}))`;

// The sender is compared by `<>`: with `=` PostgreSQL would read all messages of that side to sort them.
const replyTime = prepareStatement<ReplyTime>(
	'reply time of a seller',
	sql`
	with answered as (
		select answer.created_at - question.created_at as waited
		from ${items} join ${conversations} chat on chat.item_id = ${items.id}
		cross join lateral (
			${CHAT_MESSAGES} and sender_id <> ${items.sellerId} order by id limit 1) question
		cross join lateral (
			${CHAT_MESSAGES} and sender_id <> chat.buyer_id and id > question.id and ${IS_ANSWER} order by id limit 1) answer
		where ${items.sellerId} = ${sql.placeholder('sellerId')}
			and chat.created_at > now() - make_interval(days => ${sql.raw(String(REPLY_TIME.days))})
	)
	select count(*)::int as chats, case when count(*) >= ${sql.raw(String(REPLY_TIME.answeredChatsMin))}
		then round(extract(epoch from percentile_cont(0.5) within group (order by waited)) / 60)::int end as minutes
	from answered`,
);
