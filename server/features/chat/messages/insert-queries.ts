import { type SQL, sql } from 'drizzle-orm';
import { prepareStatement } from '#server/db/prepared-statements.ts';
import { conversations, messages, participants } from '#server/db/schema/chats.ts';
import type { SendErrorReason } from '#server/features/chat/rules.ts';
import { authorizedMessages } from './authorize-queries.ts';

/*
 * Each decides by the state of the database alone, in one statement that is prepared, as planning it takes longer than doing
 * it. Most messages come alone, in a chat that there is, and nothing speaks against them: these have a statement that does no
 * more than they need (docs/performance/findings.md, "The common message has its own statement"). All others are for the one that takes many.
 */

/** A message, as both statements take it. */
export type NewMessageRow = {
	item_id: number;
	buyer_id: number;
	sender_id: number;
	session_id: string;
	/** Of the sender's token. */
	version: number;
	body: string;
	client_id: string;
};

/** A message as it is stored. */
export interface StoredRow {
	id: string;
	receiver_id: number;
	body: string | null;
	created_at: string;
	is_withheld: boolean;
}

/** A `room`'s conversation, until the transaction ends. */
const LOCKED_CONVERSATION = sql`
	select 1 from ${conversations}
	where item_id = room.item_id and buyer_id = room.buyer_id
	limit 1
	for no key update`;

/**
 * Numbers are drawn in the order of arrival, and only once the conversations are held: of two servers that write to one,
 * the second draws after the first has committed. Whoever has seen a message has seen all before it.
 * @param accepted rows of the columns that it names
 */
const insertMessages = (accepted: SQL) => sql`
	insert into ${messages} (item_id, buyer_id, sender_id, body, client_id, is_withheld)
	${accepted}
	on conflict (item_id, buyer_id, sender_id, client_id) do nothing
	returning id, item_id, buyer_id, sender_id, body, client_id, created_at`;

const { placeholder } = sql;

const ONE_MESSAGE = sql`(
	select ${placeholder('item_id')}::int as item_id, ${placeholder('buyer_id')}::int as buyer_id,
		${placeholder('sender_id')}::int as sender_id, ${placeholder('session_id')}::uuid as session_id,
		${placeholder('version')}::int as version, ${placeholder('body')}::text as body,
		${placeholder('client_id')}::uuid as client_id
) sent`;

/** A message that was stored, and one side of its chat. */
interface InsertedRow extends Pick<StoredRow, 'id' | 'created_at'> {
	user_id: number;
}

/**
 * Stores a message that nothing speaks against and both sides see, in a conversation that there is. Of any other it stores
 * nothing and says nothing. Its number is above all others of the conversation, as it is drawn while that is held.
 */
export const insertOne = prepareStatement<InsertedRow>(
	'store the usual message',
	sql`
	with stored as (${insertMessages(sql`
		select item_id, buyer_id, sender_id, body, client_id, false
		from (${authorizedMessages(ONE_MESSAGE)}
		) room
		cross join lateral (${LOCKED_CONVERSATION}) conversation
		where fault is null and not is_withheld`)}
	)
	update ${participants} side set
		last_message_id = stored.id,
		last_received_id = case side.user_id
			when stored.sender_id then side.last_received_id
			else stored.id
		end
	from stored
	where side.item_id = stored.item_id and side.buyer_id = stored.buyer_id
	returning stored.id, stored.created_at, side.user_id`,
);

/** One text holds the whole batch: PostgreSQL then has one plan for batches of every length. */
const MESSAGE_BATCH = sql`
	rows from (json_to_recordset(${placeholder('batch')}::json) as (
		item_id int, buyer_id int, sender_id int, session_id uuid, version int, body text, client_id uuid
	)) with ordinality as sent (item_id, buyer_id, sender_id, session_id, version, body, client_id, place)`;

/** How far both sides have come; a message that is withheld does not move its receiver. */
const UPSERT_PARTICIPANTS = sql`
	insert into ${participants} (item_id, buyer_id, user_id, last_message_id, last_received_id)
	select item_id, buyer_id, user_id, max(seen), max(received)
	from stored
	join accepted using (item_id, buyer_id, sender_id, client_id)
	cross join lateral (
		values
			(sender_id, id, 0),
			(receiver_id, case when is_withheld then 0 else id end, case when is_withheld then 0 else id end)
	) side (user_id, seen, received)
	group by item_id, buyer_id, user_id
	order by item_id, buyer_id, user_id
	on conflict (item_id, buyer_id, user_id) do update set
		last_message_id = greatest(participants.last_message_id, excluded.last_message_id),
		last_received_id = greatest(participants.last_received_id, excluded.last_received_id)`;

/** What became of a message. */
export interface OutcomeRow extends Omit<StoredRow, 'id'> {
	fault: SendErrorReason | null;
	/** Null where it was not to be stored, or another writer stored it at the same moment. */
	id: string | null;
}

/** Of each that was `weighed`. One whose client id is known is as it was at first, whatever has happened since. */
const SELECT_OUTCOMES = sql`
	select
		case when known.id is null or fault = 'signedOut' then fault end as fault,
		receiver_id,
		coalesce(stored.id, known.id) as id,
		coalesce(stored.body, known.body) as body,
		coalesce(stored.created_at, known.created_at) as created_at,
		coalesce(known.is_withheld, weighed.is_withheld) as is_withheld
	from weighed
	left join stored using (item_id, buyer_id, sender_id, client_id)
	left join lateral (
		select id, body, created_at, is_withheld from ${messages}
		where stored.id is null and item_id = weighed.item_id and buyer_id = weighed.buyer_id
			and sender_id = weighed.sender_id and client_id = weighed.client_id
		limit 1
	) known on true`;

/** In their order, with an outcome for each. */
export const insertBatch = prepareStatement<OutcomeRow>(
	'store messages',
	sql`
	with judged as materialized (${authorizedMessages(MESSAGE_BATCH)}
	), weighed as materialized (
		select *, fault is null as is_accepted from judged
	), accepted as (
		select * from weighed where is_accepted
	), opened as (
		insert into ${conversations} (item_id, buyer_id)
		select distinct item_id, buyer_id from accepted order by item_id, buyer_id
		on conflict do nothing
		returning item_id
	), held as (
		select 1
		from (select distinct item_id, buyer_id from accepted order by item_id, buyer_id) room
		cross join lateral (${LOCKED_CONVERSATION}) conversation
	), stored as (${insertMessages(sql`
		select item_id, buyer_id, sender_id, body, client_id, is_withheld
		from accepted
		where (select count(*) from opened) + (select count(*) from held) > 0
		order by place`)}
	), moved as (${UPSERT_PARTICIPANTS}
	)
	${SELECT_OUTCOMES}
	order by place`,
);
