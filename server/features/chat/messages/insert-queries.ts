import { type SQL, sql } from 'drizzle-orm';
import type { DealEvent } from '#contract/deals/events.ts';
import { prepareStatement } from '#server/db/prepared-statements.ts';
import { blocks, conversations, messages, participants } from '#server/db/schema/chats.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import type { ChatRefusalReason } from '#server/features/chat/rules.ts';
import { authorizedMessages } from './authorize-queries.ts';

/*
 * `insertOne` and `insertBatch` store messages of users, `insertSteps` stores steps of deals. The first two authorize
 * and store in one statement. All three are prepared, because planning takes longer than executing. Most messages come
 * alone, in an existing chat, and are accepted: `insertOne` does only what these need (docs/performance/findings.md,
 * "The common message has its own statement"). `insertBatch` takes all others.
 */

/** A row for `insertOne` and `insertBatch`. */
export type NewMessageRow = {
	item_id: number;
	buyer_id: number;
	sender_id: number;
	session_id: string;
	/** The version of the sender's token. */
	version: number;
	body: string | null;
	client_id: string;
};

/** A stored message with its receiver. */
export interface StoredRow {
	id: string;
	receiver_id: number;
	body: string | null;
	created_at: string;
	/** A block hides the message from its receiver. */
	is_withheld: boolean;
}

/** Locks the conversation of the row `room` until the transaction ends. */
const LOCKED_CONVERSATION = sql`
	select 1 from ${conversations}
	where item_id = room.item_id and buyer_id = room.buyer_id
	limit 1
	for no key update`;

/**
 * Ids are drawn in the order of arrival, and only after the conversations are locked. When two instances write to the
 * same conversation, the second draws its ids after the first has committed. So a reader who has seen a message has
 * seen all earlier ones.
 * @param accepted a select of the inserted columns, in their order
 */
const insertMessages = (accepted: SQL) => sql`
	insert into ${messages} (item_id, buyer_id, sender_id, body, client_id, is_withheld, event)
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

/** A stored message and one participant of its chat; two rows per message. */
interface InsertedRow extends Pick<StoredRow, 'id' | 'created_at'> {
	user_id: number;
}

/**
 * Stores an accepted message that is not withheld, in an existing conversation. For any other message it stores nothing
 * and returns no rows. The new id is drawn while the conversation is locked, so it is the highest of the conversation,
 * and the positions need no comparison.
 */
export const insertOne = prepareStatement<InsertedRow>(
	'insert one message',
	sql`
	with stored as (${insertMessages(sql`
		select item_id, buyer_id, sender_id, body, client_id, false, null::jsonb
		from (${authorizedMessages(ONE_MESSAGE)}
		) room
		cross join lateral (${LOCKED_CONVERSATION}) conversation
		where reason is null and not is_withheld`)}
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

/**
 * Opens the conversations of `accepted` that are new, and locks the others. A conversation that another transaction
 * opens at the same time is in neither list: only a later statement sees it.
 */
const OPEN_CONVERSATIONS = sql`opened as (
		insert into ${conversations} (item_id, buyer_id)
		select distinct item_id, buyer_id from accepted order by item_id, buyer_id
		on conflict do nothing
		returning item_id, buyer_id
	), locked as materialized (
		select item_id, buyer_id
		from (select distinct item_id, buyer_id from accepted order by item_id, buyer_id) room
		cross join lateral (${LOCKED_CONVERSATION}) conversation
	)`;

/** SQL condition: the conversation is open. It locks all conversations of the batch before the first id is drawn. */
const IN_OPEN_CONVERSATION = sql`(item_id, buyer_id) in (
	select item_id, buyer_id from opened union all select item_id, buyer_id from locked
)`;

/** The batch is one JSON parameter, so that PostgreSQL has one plan for batches of every length. */
const MESSAGE_BATCH = sql`
	rows from (json_to_recordset(${placeholder('batch')}::json) as (
		item_id int, buyer_id int, sender_id int, session_id uuid, version int, body text, client_id uuid
	)) with ordinality as sent (item_id, buyer_id, sender_id, session_id, version, body, client_id, place)`;

/**
 * Sets the newest message of both participants, and creates their rows in a new chat. A withheld message does not count
 * for its receiver.
 * @param isForReceiver whether a withheld message is instead shown to its receiver only
 */
const upsertParticipants = (isForReceiver: SQL) => sql`
	insert into ${participants} (item_id, buyer_id, user_id, last_message_id, last_received_id)
	select item_id, buyer_id, user_id, max(seen), max(received)
	from stored
	join accepted using (item_id, buyer_id, sender_id, client_id)
	cross join lateral (
		values
			(sender_id, case when is_withheld and ${isForReceiver} then 0 else id end, 0),
			(
				receiver_id,
				case when is_withheld and not ${isForReceiver} then 0 else id end,
				case when is_withheld and not ${isForReceiver} then 0 else id end
			)
	) side (user_id, seen, received)
	group by item_id, buyer_id, user_id
	order by item_id, buyer_id, user_id
	on conflict (item_id, buyer_id, user_id) do update set
		last_message_id = greatest(participants.last_message_id, excluded.last_message_id),
		last_received_id = greatest(participants.last_received_id, excluded.last_received_id)`;

/** The outcome of a message. */
export interface OutcomeRow extends Omit<StoredRow, 'id'> {
	reason: ChatRefusalReason | null;
	/**
	 * Null when nothing was stored. Either the message was refused, or, if `reason` is null, another writer stored the
	 * message or opened its conversation at the same moment. This statement cannot see that.
	 */
	id: string | null;
}

/**
 * One outcome per row of `decided`. A message with a known client id gets its first outcome, whatever has changed
 * since, unless the sender's session has ended.
 */
const SELECT_OUTCOMES = sql`
	select
		case when known.id is null or reason = 'signedOut' then reason end as reason,
		receiver_id,
		coalesce(stored.id, known.id) as id,
		coalesce(stored.body, known.body) as body,
		coalesce(stored.created_at, known.created_at) as created_at,
		coalesce(known.is_withheld, decided.is_withheld) as is_withheld
	from decided
	left join stored using (item_id, buyer_id, sender_id, client_id)
	left join lateral (
		select id, body, created_at, is_withheld from ${messages}
		where stored.id is null and item_id = decided.item_id and buyer_id = decided.buyer_id
			and sender_id = decided.sender_id and client_id = decided.client_id
		limit 1
	) known on true`;

/**
 * Stores a batch of messages in order and returns an outcome for each. Run the statement again for messages with neither
 * an id nor a reason.
 */
export const insertBatch = prepareStatement<OutcomeRow>(
	'store messages',
	sql`
	with authorized as materialized (${authorizedMessages(MESSAGE_BATCH)}
	), decided as materialized (
		select *, reason is null as is_accepted from authorized
	), accepted as (
		select * from decided where is_accepted
	), ${OPEN_CONVERSATIONS}, stored as (${insertMessages(sql`
		select item_id, buyer_id, sender_id, body, client_id, is_withheld, null::jsonb
		from accepted
		where ${IN_OPEN_CONVERSATION}
		order by place`)}
	), updated as (${upsertParticipants(sql`false`)}
	)
	${SELECT_OUTCOMES}
	order by place`,
);

/** A row for `insertSteps`. */
export type NewStepRow = {
	item_id: number;
	buyer_id: number;
	sender_id: number;
	receiver_id: number;
	body: string;
	client_id: string;
	event: DealEvent;
	/** Whether a block hides the step from one of the two. */
	is_withheld: boolean;
	/** Whether that is its sender. */
	is_for_receiver: boolean;
};

export interface StoredStepRow extends Pick<StoredRow, 'created_at'> {
	id: string;
	client_id: string;
	/** Whether one of the two has blocked the other. */
	is_blocked_either: boolean;
	is_blocked_by_receiver: boolean;
}

const STEP_BATCH = sql`
	rows from (json_to_recordset(${placeholder('batch')}::json) as (
		item_id int, buyer_id int, sender_id int, receiver_id int, body text, client_id uuid, event jsonb,
		is_withheld boolean, is_for_receiver boolean
	)) with ordinality as sent (
		item_id, buyer_id, sender_id, receiver_id, body, client_id, event, is_withheld, is_for_receiver, place
	)`;

/**
 * Stores messages about steps of deals, in order. The caller has checked that the sender may make the step. Run the
 * statement again for steps that are missing in the result: another writer opened their conversations at the same time.
 */
export const insertSteps = prepareStatement<StoredStepRow>(
	'store steps of deals',
	sql`
	with accepted as materialized (
		select sent.*, sides.*
		from ${STEP_BATCH}
		cross join lateral (
			select exists (
				select from ${blocks} where ${isBlockBetween(sql`sent.sender_id`, sql`sent.receiver_id`)}
			) as is_blocked_either, exists (
				select from ${blocks} where blocker_id = sent.receiver_id and blocked_id = sent.sender_id
			) as is_blocked_by_receiver
		) sides
	), ${OPEN_CONVERSATIONS}, stored as (${insertMessages(sql`
		select item_id, buyer_id, sender_id, body, client_id, is_withheld, event
		from accepted
		where ${IN_OPEN_CONVERSATION}
		order by place`)}
	), updated as (${upsertParticipants(sql`is_for_receiver`)}
	)
	select stored.id, stored.created_at, stored.client_id, is_blocked_either, is_blocked_by_receiver
	from accepted
	join stored using (item_id, buyer_id, sender_id, client_id)
	order by place`,
);
