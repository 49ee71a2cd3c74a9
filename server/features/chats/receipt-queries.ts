import { sql } from 'drizzle-orm';
import type { Room } from '#contract/rooms.ts';
import type { Db } from '#server/db/client.ts';
import { blocks, participants } from '#server/db/tables/chats.ts';
import { sessions, users } from '#server/db/tables/users.ts';
import type { LivePerson } from '#server/realtime/live-socket.ts';

export interface Standing {
	readId: number;
	deliveredId: number;
	/** The newest message that the person can see. */
	lastMessageId: number;
	/** One of the two sides has blocked the other. */
	isApart: boolean;
	/** Whether this was news. */
	hasMoved: boolean;
}

type StandingRow = {
	read_id: string;
	delivered_id: string;
	last_message_id: string;
	is_apart: boolean;
	has_moved: boolean;
};

/** One chat of which a person now has everything on a device. */
interface Arrival extends Pick<Standing, 'readId' | 'deliveredId' | 'isApart'> {
	room: Room;
}

/**
 * Notes that a person has everything that was waiting for them.
 * @returns the chats in which that was news
 */
export async function deliverWaiting(db: Db, userId: number): Promise<Arrival[]> {
	const { rows } = await db.execute<{
		item_id: number;
		buyer_id: number;
		read_id: string;
		delivered_id: string;
		is_apart: boolean;
	}>(sql`
		update ${participants} mine set delivered_id = last_received_id
		where user_id = ${userId} and delivered_id < last_received_id
		returning item_id, buyer_id, read_id, delivered_id, exists (
			select from ${participants} other
			join ${blocks} on (blocker_id, blocked_id) in ((${userId}, other.user_id), (other.user_id, ${userId}))
			where other.item_id = mine.item_id and other.buyer_id = mine.buyer_id
				and other.user_id <> ${userId}
		) as is_apart`);
	return rows.map((row) => ({
		room: { itemId: row.item_id, buyerId: row.buyer_id },
		readId: Number(row.read_id),
		deliveredId: Number(row.delivered_id),
		isApart: row.is_apart,
	}));
}

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
	const mine = sql`item_id = ${itemId} and buyer_id = ${buyerId} and user_id = ${id}`;
	const reached = sql`least(${messageId}::bigint, last_message_id)`;
	const { rows } = await db.execute<StandingRow>(sql`
		with before as (
			select * from ${participants}
			where ${mine} and exists (
				select from ${sessions} session
				join ${users} person on person.id = session.user_id
				where session.id = ${sessionId}::uuid and session.expires_at > now()
					and person.id = ${id} and person.token_version = ${version}
					and person.banned_at is null and person.deleted_at is null)
		), moved as (
			update ${participants} set
				delivered_id = greatest(delivered_id, ${reached}),
				read_id = case when ${isRead} then greatest(read_id, ${reached}) else read_id end
			where ${mine} and exists (select from before)
				and (delivered_id < ${reached} or ${isRead} and read_id < ${reached})
			returning read_id, delivered_id
		)
		select
			coalesce(moved.read_id, before.read_id) as read_id,
			coalesce(moved.delivered_id, before.delivered_id) as delivered_id,
			before.last_message_id,
			moved.read_id is not null as has_moved,
			exists (
				select from ${participants} other
				join ${blocks} on (blocker_id, blocked_id) in ((${id}, other.user_id), (other.user_id, ${id}))
				where other.item_id = ${itemId} and other.buyer_id = ${buyerId} and other.user_id <> ${id}
			) as is_apart
		from before left join moved on true`);
	const [row] = rows;
	return (
		row && {
			readId: Number(row.read_id),
			deliveredId: Number(row.delivered_id),
			lastMessageId: Number(row.last_message_id),
			isApart: row.is_apart,
			hasMoved: row.has_moved,
		}
	);
}
