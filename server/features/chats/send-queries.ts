import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Room } from '#contract/rooms.ts';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { blocks, conversations, messages, participants } from '#server/db/tables/chats.ts';
import { items } from '#server/db/tables/items.ts';
import { sessions, users } from '#server/db/tables/users.ts';
import type { LivePerson } from '#server/realtime/live-socket.ts';
import type { SendFault } from './rules.ts';

export interface OutgoingMessage {
	room: Room;
	sender: LivePerson;
	body: string;
	/** Made by the sender's page, if it makes any. */
	clientId: string | null;
}

export interface StoredMessage {
	id: number;
	room: Room;
	senderId: number;
	receiverId: number;
	/** As it was stored at first, under the same client id. Null once its writer's account is erased. */
	body: string | null;
	createdAt: Date;
	/** As it was sent. */
	clientId: string | null;
	/** For nobody but its sender. */
	isWithheld: boolean;
}

export type Outcome = StoredMessage | { fault: SendFault };

type OutcomeRow = {
	fault: SendFault | null;
	/** Null where another writer stored it at the same moment. */
	id: string | null;
	receiver_id: number;
	body: string | null;
	created_at: string;
	is_withheld: boolean;
};

/**
 * Stores messages in their order and says of each what became of it, in one statement, which decides by the state of the
 * database alone. A message whose client id is known is not stored again, whatever has happened since.
 */
export async function saveMessages(db: Db, batch: readonly OutgoingMessage[]): Promise<Outcome[]> {
	// A key to find each again by; the sender need not give one.
	const keys = batch.map(({ clientId }) => clientId ?? randomUUID());
	const outcomes = await save(db, batch, keys);
	const unseen = [...batch.keys()].filter((place) => outcomes[place] === undefined);
	if (unseen.length > 0) {
		// Those another writer stored meanwhile are seen by a statement that begins now.
		const again = await save(db, pick(batch, unseen), pick(keys, unseen));
		for (const [index, place] of unseen.entries()) outcomes[place] = again[index];
	}
	return outcomes.map((outcome) => {
		if (!outcome) throw new Error('A message was neither stored nor found.');
		return outcome;
	});
}

function pick<T>(list: readonly T[], places: readonly number[]): T[] {
	return places.flatMap((place) => list.slice(place, place + 1));
}

async function save(
	db: Db,
	batch: readonly OutgoingMessage[],
	keys: readonly string[],
): Promise<(Outcome | undefined)[]> {
	const rows = await saveBatch(db, { batch: JSON.stringify(batch.map(rowOf(keys))) });
	return rows.map(({ fault, id, ...row }, place) => {
		const message = batch[place];
		if (fault) return { fault };
		if (id === null || !message) return undefined;
		return {
			id: Number(id),
			room: message.room,
			senderId: message.sender.id,
			receiverId: row.receiver_id,
			body: row.body,
			createdAt: new Date(row.created_at),
			clientId: message.clientId,
			isWithheld: row.is_withheld,
		};
	});
}

/** A message as the statement reads it. */
const rowOf = (keys: readonly string[]) => (message: OutgoingMessage, place: number) => ({
	item_id: message.room.itemId,
	buyer_id: message.room.buyerId,
	sender_id: message.sender.id,
	session_id: message.sender.sessionId,
	version: message.sender.version,
	body: message.body,
	client_id: keys[place],
});

/** The seller may answer whoever they have heard from. */
const HAS_HEARD = sql`(
	select true from ${participants} heard
	where heard.item_id = sent.item_id and heard.buyer_id = sent.buyer_id
		and heard.user_id = sent.sender_id and heard.last_message_id > 0)`;

/** As one expression, which no partial index promises: PostgreSQL would go through the index of names to find a number. */
const IS_SIGNED_IN = sql`(
	select true from ${sessions} session
	join ${users} sender on sender.id = session.user_id
	where session.id = sent.session_id and session.expires_at > now()
		and sender.id = sent.sender_id and sender.token_version = sent.version
		and coalesce(sender.banned_at, sender.deleted_at) is null)`;

const hasBlocked = (blocker: SQL, blocked: SQL) => sql`(
	select true from ${blocks} where blocker_id = ${blocker} and blocked_id = ${blocked})`;
const RECEIVER = sql`side.receiver_id`;
const SENDER = sql`sent.sender_id`;

/**
 * Each with who receives it, or why nobody does. Every look-up is for one message and ends at one row,
 * so that PostgreSQL goes by the indexes, however large the batch: it would read whole tables instead.
 */
const JUDGED = sql`
	select sent.*, side.receiver_id,
		coalesce(${hasBlocked(RECEIVER, SENDER)}, false) as is_withheld,
		case
			when ${IS_SIGNED_IN} is null then 'signedOut'
			when sent.sender_id not in (sent.buyer_id, item.seller_id) or sent.buyer_id = item.seller_id
				then 'notYours'
			when (item.is_there and receiver.is_there) is not true then 'closed'
			when ${hasBlocked(SENDER, RECEIVER)} then 'blockedByYou'
			when sent.sender_id = item.seller_id and ${HAS_HEARD} is null then 'buyerFirst'
		end as fault
	from sent
	left join lateral (
		select seller_id, coalesce(banned_at, deleted_at) is null as is_there
		from ${items} where id = sent.item_id limit 1
	) item on true
	cross join lateral (
		select case sent.sender_id when sent.buyer_id then item.seller_id else sent.buyer_id end as receiver_id
	) side
	left join lateral (
		select coalesce(banned_at, deleted_at) is null as is_there
		from ${users} where id = side.receiver_id limit 1
	) receiver on true`;

/**
 * Numbers are drawn in the order of arrival, and only once the conversations are held: of two servers that write to one,
 * the second draws after the first has committed. Whoever has seen a message has seen all before it.
 */
const STORED = sql`
	insert into ${messages} (item_id, buyer_id, sender_id, body, client_id, is_withheld)
	select item_id, buyer_id, sender_id, body, client_id, is_withheld from accepted
	where (select count(*) from opened) + (select count(*) from held) > 0
	order by place
	on conflict (item_id, buyer_id, sender_id, client_id) do nothing
	returning id, item_id, buyer_id, sender_id, body, client_id, created_at`;

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

/**
 * Prepared, as planning it takes longer than doing it. One text holds the whole batch: PostgreSQL then has one plan for
 * batches of every length.
 */
const saveBatch = prepared<OutcomeRow>(
	'save messages',
	sql`
	with sent as (
		select * from rows from (json_to_recordset(${sql.placeholder('batch')}::json) as (
			item_id int, buyer_id int, sender_id int, session_id uuid, version int, body text, client_id uuid
		)) with ordinality as sent (item_id, buyer_id, sender_id, session_id, version, body, client_id, place)
	), judged as materialized (${JUDGED}
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
		cross join lateral (
			select 1 from ${conversations}
			where item_id = room.item_id and buyer_id = room.buyer_id
			limit 1
			for no key update
		) conversation
	), stored as (${STORED}
	), moved as (${MOVED}
	)
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
	) known on true
	order by place`,
);
