import { type SQL, sql } from 'drizzle-orm';
import { isPublic, isPublicOrRemoved } from '#server/db/expressions.ts';
import { blocks, participants } from '#server/db/schema/chats.ts';
import { isRemoved, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { fromOpenSession } from '#server/features/auth/sessions/queries.ts';

/** True if the sender can see a message in the chat, otherwise null. A seller may write to a buyer only if true. */
const HAS_RECEIVED_MESSAGE = sql`(
	select true from ${participants} heard
	where heard.item_id = sent.item_id and heard.buyer_id = sent.buyer_id
		and heard.user_id = sent.sender_id and heard.last_message_id > 0)`;

const TOKEN = { id: sql`sent.sender_id`, sid: sql`sent.session_id`, ver: sql`sent.version` };

const hasBlocked = (blocker: SQL, blocked: SQL) => sql`(
	select true from ${blocks} where blocker_id = ${blocker} and blocked_id = ${blocked})`;
const RECEIVER = sql`side.receiver_id`;
const SENDER = sql`sent.sender_id`;

/**
 * Each message with its receiver, or with the reason why it is refused. Every lookup is a subquery for one message and
 * one row, so that PostgreSQL uses the indexes for batches of any size. With plain joins it would read whole tables.
 * @param sent rows named `sent`: room, sender, and the session and version of the sender's token
 */
export const authorizedMessages = (sent: SQL) => sql`
	select sent.*, side.receiver_id,
		coalesce(${hasBlocked(RECEIVER, SENDER)}, false) as is_withheld,
		case
			when (select true ${fromOpenSession(TOKEN)}) is null then 'signedOut'
			when sent.sender_id not in (sent.buyer_id, item.seller_id) or sent.buyer_id = item.seller_id
				then 'notYours'
			when (item.is_there and receiver.is_there) is not true then 'closed'
			-- The chats of a removed item go on; a new one is not begun.
			when item.is_removed and ${HAS_RECEIVED_MESSAGE} is null then 'closed'
			when ${hasBlocked(SENDER, RECEIVER)} then 'blockedByYou'
			when sent.sender_id = item.seller_id and ${HAS_RECEIVED_MESSAGE} is null then 'buyerFirst'
		end as reason
	from ${sent}
	left join lateral (
		select seller_id, ${isPublicOrRemoved(items)} as is_there, ${isRemoved(items)} as is_removed
		from ${items} where id = sent.item_id limit 1
	) item on true
	cross join lateral (
		select case sent.sender_id when sent.buyer_id then item.seller_id else sent.buyer_id end as receiver_id
	) side
	left join lateral (
		select ${isPublic(users)} as is_there
		from ${users} where id = side.receiver_id limit 1
	) receiver on true`;
