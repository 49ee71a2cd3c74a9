import { type SQL, sql } from 'drizzle-orm';
import { prepared } from '#server/db/prepared.ts';
import { conversations, messages, participants } from '#server/db/tables/chats.ts';
import { judged } from './judging-queries.ts';
import type { SendFault } from './rules.ts';

/*
 * Each decides by the state of the database alone, in one statement that is prepared, as planning it takes longer than doing
 * it. Both store by the same rules; a message that comes alone is spared what only many need, a fifth of the database's work
 * (bench/RESULTS.md, "A message that comes alone").
 */

/** What became of a message. */
export type OutcomeRow = {
	fault: SendFault | null;
	/** Null where it was not to be stored, another writer stored it at the same moment, or it came alone and its chat is yet to open. */
	id: string | null;
	receiver_id: number;
	body: string | null;
	created_at: string;
	is_withheld: boolean;
};

/** A `room`'s conversation, until the transaction ends. */
const HELD = sql`
	select 1 from ${conversations}
	where item_id = room.item_id and buyer_id = room.buyer_id
	limit 1
	for no key update`;

/**
 * Numbers are drawn in the order of arrival, and only once the conversations are held: of two servers that write to one,
 * the second draws after the first has committed. Whoever has seen a message has seen all before it.
 */
const stored = (accepted: SQL) => sql`
	insert into ${messages} (item_id, buyer_id, sender_id, body, client_id, is_withheld)
	select item_id, buyer_id, sender_id, body, client_id, is_withheld from ${accepted}
	on conflict (item_id, buyer_id, sender_id, client_id) do nothing
	returning id, item_id, buyer_id, sender_id, body, client_id, created_at`;

/** Of each that was `weighed`. One whose client id is known is as it was at first, whatever has happened since. */
const outcomes = (withStored: SQL) => sql`
	select
		case when known.id is null or fault = 'signedOut' then fault end as fault,
		receiver_id,
		coalesce(stored.id, known.id) as id,
		coalesce(stored.body, known.body) as body,
		coalesce(stored.created_at, known.created_at) as created_at,
		coalesce(known.is_withheld, weighed.is_withheld) as is_withheld
	from weighed
	left join stored ${withStored}
	left join lateral (
		select id, body, created_at, is_withheld from ${messages}
		where stored.id is null and item_id = weighed.item_id and buyer_id = weighed.buyer_id
			and sender_id = weighed.sender_id and client_id = weighed.client_id
		limit 1
	) known on true`;

const { placeholder } = sql;

const ONE_SENT = sql`(
	select ${placeholder('itemId')}::int as item_id, ${placeholder('buyerId')}::int as buyer_id,
		${placeholder('senderId')}::int as sender_id, ${placeholder('sessionId')}::uuid as session_id,
		${placeholder('version')}::int as version, ${placeholder('body')}::text as body,
		${placeholder('clientId')}::uuid as client_id
) sent`;

/** In a conversation that there is: where there is none, it stores nothing and finds nothing. */
export const storeOne = prepared<OutcomeRow>(
	'store a message',
	sql`
	with weighed as materialized (${judged(ONE_SENT)}
	), stored as (${stored(sql`
		weighed room cross join lateral (${HELD}) conversation where fault is null`)}
	), moved as (
		update ${participants} side set
			last_message_id = greatest(side.last_message_id, stored.id),
			last_received_id = case side.user_id
				when receiver_id then greatest(side.last_received_id, stored.id)
				else side.last_received_id
			end
		from stored cross join weighed
		where side.item_id = weighed.item_id and side.buyer_id = weighed.buyer_id
			and (side.user_id = weighed.sender_id or not weighed.is_withheld)
	)
	${outcomes(sql`on true`)}`,
);

/** One text holds the whole batch: PostgreSQL then has one plan for batches of every length. */
const ALL_SENT = sql`
	rows from (json_to_recordset(${placeholder('batch')}::json) as (
		item_id int, buyer_id int, sender_id int, session_id uuid, version int, body text, client_id uuid
	)) with ordinality as sent (item_id, buyer_id, sender_id, session_id, version, body, client_id, place)`;

/** How far both sides have come; a message that is withheld does not move its receiver. */
const MOVED = sql`
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

/** In their order, with an outcome for each. */
export const storeBatch = prepared<OutcomeRow>(
	'store messages',
	sql`
	with judged as materialized (${judged(ALL_SENT)}
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
		cross join lateral (${HELD}) conversation
	), stored as (${stored(sql`
		accepted where (select count(*) from opened) + (select count(*) from held) > 0
		order by place`)}
	), moved as (${MOVED}
	)
	${outcomes(sql`using (item_id, buyer_id, sender_id, client_id)`)}
	order by place`,
);
