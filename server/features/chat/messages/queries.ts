import type { DealEvent } from '#contract/deals/events.ts';
import { prepareStatement } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { isPublic, isPublicOrRemoved } from '#server/db/expressions.ts';
import { blocks, conversations, messages, participants } from '#server/db/schema/chats.ts';
import { isRemoved, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { fromOpenSession } from '#server/features/auth/queries.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { MESSAGE_PHOTOS, type MessagePhoto } from '#server/features/chat/photos/queries.ts';
import type { ChatRefusalReason } from '#server/features/chat/rules.ts';

/*
 * `insertMessages` stores messages of users, `insertSteps` stores steps of deals. A batch is one JSON parameter, so that
 * PostgreSQL has one plan for batches of every length. The statements are prepared, because planning takes longer than
 * executing.
 */

const { placeholder } = sql;

/** A message for `insertMessages`. */
export type NewMessageRow = {
	item_id: number;
	buyer_id: number;
	sender_id: number;
	session_id: string;
	/** The version of the sender's token. */
	version: number;
	body: string | null;
	client_id: string;
	/** Why the photos of the message cannot be sent. */
	photo_refusal: ChatRefusalReason | null;
};

const SENT_MESSAGES = sql`
	rows from (json_to_recordset(${placeholder('batch')}::json) as (
		item_id int, buyer_id int, sender_id int, session_id uuid, version int, body text, client_id uuid,
		photo_refusal text
	)) with ordinality as sent (
		item_id, buyer_id, sender_id, session_id, version, body, client_id, photo_refusal, place
	)`;

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
 */
const AUTHORIZED_MESSAGES = sql`
	select sent.*, null::jsonb as event, null::uuid as request_id, false as is_for_receiver, side.receiver_id,
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
			else sent.photo_refusal
		end as reason
	from ${SENT_MESSAGES}
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

/**
 * Stores the accepted rows of `decided`, in order, and moves the positions of both sides. Follow it by a select from
 * `decided` and `stored`, which has only the rows that are new: a message with a known client id is left as it is.
 *
 * The conversations are opened or locked first, and ids are drawn afterwards: counting `opened` runs it to its end. When
 * two instances write to the same conversation, the second draws its ids after the first has committed. So ids follow
 * the order of commits, and a reader who has seen a message has seen all earlier ones. Conversations and participants are
 * taken in one order, to prevent deadlocks.
 *
 * `where false` locks an existing conversation and leaves the row as it is.
 *
 * A withheld message does not count for the side from which it is hidden.
 */
const storing = (decided: SQL) => sql`
	with decided as materialized (${decided}
	), opened as (
		insert into ${conversations} (item_id, buyer_id)
		select distinct item_id, buyer_id from decided where reason is null order by item_id, buyer_id
		on conflict (item_id, buyer_id) do update set created_at = conversations.created_at where false
		returning item_id
	), stored as (
		insert into ${messages} (item_id, buyer_id, sender_id, body, client_id, is_withheld, event, request_id)
		select item_id, buyer_id, sender_id, body, client_id, is_withheld, event, request_id
		from decided
		where reason is null and (select count(*) from opened) >= 0
		order by place
		on conflict (item_id, buyer_id, sender_id, client_id) do nothing
		returning id, item_id, buyer_id, sender_id, body, client_id, created_at
	), moved as (
		insert into ${participants} (item_id, buyer_id, user_id, last_message_id, last_received_id)
		select item_id, buyer_id, user_id, max(seen), max(received)
		from stored
		join decided using (item_id, buyer_id, sender_id, client_id)
		cross join lateral (
			values
				(sender_id, case when is_withheld and is_for_receiver then 0 else id end, 0),
				(
					receiver_id,
					case when is_withheld and not is_for_receiver then 0 else id end,
					case when is_withheld and not is_for_receiver then 0 else id end
				)
		) side (user_id, seen, received)
		group by item_id, buyer_id, user_id
		order by item_id, buyer_id, user_id
		on conflict (item_id, buyer_id, user_id) do update set
			last_message_id = greatest(participants.last_message_id, excluded.last_message_id),
			last_received_id = greatest(participants.last_received_id, excluded.last_received_id)
	)`;

/** What became of a message. */
export interface InsertedRow {
	/** Why the message is refused; null if it is accepted. */
	reason: ChatRefusalReason | null;
	receiverId: number;
	isHiddenFromRecipient: boolean;
	/** Null when this statement stored nothing: the message is refused, or stored before under its client id. */
	id: number | null;
	body: string | null;
	createdAt: string;
}

/** Authorizes and stores a batch of messages. Returns one row per message, in order. */
export const insertMessages = prepareStatement<InsertedRow>(
	'store messages',
	sql`${storing(AUTHORIZED_MESSAGES)}
	select reason, receiver_id as "receiverId", is_withheld as "isHiddenFromRecipient", stored.id::float8 as id,
		stored.body, stored.created_at as "createdAt"
	from decided
	left join stored using (item_id, buyer_id, sender_id, client_id)
	order by place`,
);

/** A message that is stored under a client id; all columns are null if there is none. */
export interface KnownRow extends Omit<InsertedRow, 'reason' | 'receiverId'> {
	photoCount: number;
	photos: MessagePhoto[] | null;
}

/**
 * Finds the stored messages with the client ids of a batch. Returns one row per message of the batch, in order. Run it
 * after `insertMessages`: only a later statement sees what another instance stored meanwhile.
 */
export const findKnownMessages = prepareStatement<KnownRow>(
	'messages by client id',
	sql`
	select known.*
	from ${SENT_MESSAGES}
	left join lateral (
		select id::float8 as id, body, created_at as "createdAt", is_withheld as "isHiddenFromRecipient",
			photo_count as "photoCount", ${MESSAGE_PHOTOS} as photos
		from ${messages}
		where item_id = sent.item_id and buyer_id = sent.buyer_id
			and sender_id = sent.sender_id and client_id = sent.client_id
		limit 1
	) known on true
	order by sent.place`,
);

/** A row for `insertSteps`. */
export type NewStepRow = {
	item_id: number;
	buyer_id: number;
	sender_id: number;
	receiver_id: number;
	body: string;
	client_id: string;
	request_id: string | null;
	event: DealEvent;
	/** Whether a block hides the step from one of the two. */
	is_withheld: boolean;
	/** Whether that is its sender. */
	is_for_receiver: boolean;
};

interface StoredStepRow {
	id: number;
	createdAt: string;
	/** Whether one of the two has blocked the other. */
	isBlockedEither: boolean;
	isBlockedByReceiver: boolean;
}

const SENT_STEPS = sql`
	rows from (json_to_recordset(${placeholder('batch')}::json) as (
		item_id int, buyer_id int, sender_id int, receiver_id int, body text, client_id uuid,
		request_id uuid, event jsonb, is_withheld boolean, is_for_receiver boolean
	)) with ordinality as sent (
		item_id, buyer_id, sender_id, receiver_id, body, client_id, request_id, event, is_withheld, is_for_receiver, place
	)`;

/**
 * Stores messages about steps of deals. The caller has checked that the sender may make the step. Returns one row per
 * step, in order.
 */
export const insertSteps = prepareStatement<StoredStepRow>(
	'store steps of deals',
	sql`${storing(sql`select sent.*, null::text as reason from ${SENT_STEPS}`)}
	select stored.id::float8 as id, stored.created_at as "createdAt", exists (
		select from ${blocks} where ${isBlockBetween(sql`decided.sender_id`, sql`decided.receiver_id`)}
	) as "isBlockedEither", exists (
		select from ${blocks} where blocker_id = decided.receiver_id and blocked_id = decided.sender_id
	) as "isBlockedByReceiver"
	from decided
	join stored using (item_id, buyer_id, sender_id, client_id)
	order by place`,
);
