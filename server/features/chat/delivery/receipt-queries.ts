import { sql } from 'drizzle-orm';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { blocks, conversations, participants } from '#server/db/schema/chats.ts';
import { fromOpenSession } from '#server/features/auth/sessions/queries.ts';
import { between } from '#server/features/chat/blocks/queries.ts';
import { undelivered, withheldFrom } from '#server/features/chat/queries.ts';
import type { LivePerson } from '#server/realtime/socket-types.ts';

const USER = sql.placeholder('userId');

export interface Standing {
	readId: number;
	deliveredId: number;
	/** The newest message that the person can see. */
	lastMessageId: number;
	/** One of the two sides has blocked the other. */
	isApart: boolean;
	/** Whether this was news. */
	hasMoved: boolean;
	/** Messages of the other side that never reach this person; absent where there are none so far. */
	undeliveredIds?: number[];
}

type StandingRow = {
	read_id: string;
	delivered_id: string;
	last_message_id: string;
	is_apart: boolean;
	has_moved: boolean;
	withheld_ids: string[];
};

type ArrivalRow = {
	item_id: number;
	buyer_id: number;
	read_id: string;
	delivered_id: string;
	is_apart: boolean;
	withheld_ids: string[];
};

/** One chat of which a person now has everything on a device. */
interface Arrival extends Pick<Standing, 'readId' | 'deliveredId' | 'isApart' | 'undeliveredIds'> {
	room: Room;
}

/**
 * Notes that a person has everything that was waiting for them.
 * @returns the chats in which that was news
 */
export async function deliverWaiting(db: Db, userId: number): Promise<Arrival[]> {
	const rows = await deliver(db, { userId });
	return rows.map((row) => ({
		room: { itemId: row.item_id, buyerId: row.buyer_id },
		readId: Number(row.read_id),
		deliveredId: Number(row.delivered_id),
		isApart: row.is_apart,
		...undelivered(row.withheld_ids, Number(row.delivered_id)),
	}));
}

/** Chats are locked in the order in which messages that are being stored lock them, so that neither ends the other. */
const deliver = prepared<ArrivalRow>(
	'deliver what waits',
	sql`
	with waiting as (
		select item_id, buyer_id from ${participants}
		where user_id = ${USER} and delivered_id < last_received_id
		order by item_id, buyer_id
		for no key update
	)
	update ${participants} mine set delivered_id = last_received_id
	from waiting
	where mine.item_id = waiting.item_id and mine.buyer_id = waiting.buyer_id and mine.user_id = ${USER}
		and delivered_id < last_received_id
	returning mine.item_id, mine.buyer_id, read_id, delivered_id, exists (
		select from ${participants} other
		join ${blocks} on ${between(USER, sql`other.user_id`)}
		where other.item_id = mine.item_id and other.buyer_id = mine.buyer_id and other.user_id <> ${USER}
	) as is_apart, ${withheldFrom({
		itemId: sql`mine.item_id`,
		buyerId: sql`mine.buyer_id`,
		readerId: USER,
	})} as withheld_ids`,
);

/**
 * Notes that a person has a chat's messages up to one of them, on the device or read. It only ever moves forward, and not
 * beyond what they can see.
 * @returns where they stand; undefined when they have no such conversation, or their session is over
 */
export async function moveStanding(
	db: Db,
	{ id, sessionId, version }: LivePerson,
	{ itemId, buyerId }: Room,
	messageId: number,
	isRead: boolean,
): Promise<Standing | undefined> {
	const read = { itemId, buyerId, messageId, isRead };
	const [row] = await move(db, { ...read, userId: id, sessionId, version });
	return (
		row && {
			readId: Number(row.read_id),
			deliveredId: Number(row.delivered_id),
			lastMessageId: Number(row.last_message_id),
			isApart: row.is_apart,
			hasMoved: row.has_moved,
			...undelivered(row.withheld_ids, Number(row.delivered_id)),
		}
	);
}

/**
 * Keeps how far two people have come in their chats as what each is told of the other while they are apart. Chats are locked as
 * messages that are being stored lock them.
 */
export async function keepTold(db: Db, one: number, other: number): Promise<void> {
	await db.execute(sql`
		with held as (
			select item_id, buyer_id from ${conversations}
			join ${participants} first using (item_id, buyer_id)
			join ${participants} second using (item_id, buyer_id)
			where first.user_id = ${one} and second.user_id = ${other}
			order by item_id, buyer_id
			for no key update of conversations
		), side as (
			select item_id, buyer_id, user_id from ${participants}
			join held using (item_id, buyer_id)
			order by item_id, buyer_id, user_id
			for no key update of participants
		)
		update ${participants} told set told_read_id = read_id, told_delivered_id = delivered_id
		from side
		where (told.item_id, told.buyer_id, told.user_id) = (side.item_id, side.buyer_id, side.user_id)`);
}

const ITEM = sql.placeholder('itemId');
const BUYER = sql.placeholder('buyerId');
const IS_READ = sql`${sql.placeholder('isRead')}::boolean`;
const TOKEN = {
	id: USER,
	sid: sql.placeholder('sessionId'),
	ver: sql.placeholder('version'),
};
const MINE = sql`item_id = ${ITEM} and buyer_id = ${BUYER} and user_id = ${USER}`;
const REACHED = sql`least(${sql.placeholder('messageId')}::bigint, last_message_id)`;

const move = prepared<StandingRow>(
	'move a standing',
	sql`
	with before as (
		select * from ${participants}
		where ${MINE} and exists (select ${fromOpenSession(TOKEN)})
	), moved as (
		update ${participants} set
			delivered_id = greatest(delivered_id, ${REACHED}),
			read_id = case when ${IS_READ} then greatest(read_id, ${REACHED}) else read_id end
		where ${MINE} and exists (select from before)
			and (delivered_id < ${REACHED} or ${IS_READ} and read_id < ${REACHED})
		returning read_id, delivered_id
	)
	select
		coalesce(moved.read_id, before.read_id) as read_id,
		coalesce(moved.delivered_id, before.delivered_id) as delivered_id,
		before.last_message_id,
		moved.read_id is not null as has_moved,
		exists (
			select from ${participants} other
			join ${blocks} on ${between(USER, sql`other.user_id`)}
			where other.item_id = ${ITEM} and other.buyer_id = ${BUYER} and other.user_id <> ${USER}
		) as is_apart,
		${withheldFrom({ itemId: ITEM, buyerId: BUYER, readerId: USER })} as withheld_ids
	from before left join moved on true`,
);
