import type { Room } from '#contract/chat/room-id.ts';
import { type Db, prepareStatement } from '#server/db/client.ts';
import { type SQLWrapper, sql } from '#server/db/drizzle.ts';
import { blocks, conversations, participants } from '#server/db/schema/chats.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { fromOpenSession } from '#server/features/auth/queries.ts';
import type { ConnectedPerson } from '#server/realtime/socket-types.ts';
import { isBlockBetween } from './blocks/queries.ts';
import { chatPath } from './present.ts';
import { undeliveredIdsField, withheldMessageIds } from './queries.ts';

const USER = sql.placeholder('userId');

/** How far a user has read and received a chat. */
interface Position {
	readId: number;
	deliveredId: number;
	/** Whether one of the two sides has blocked the other. */
	isBlockedEither: boolean;
	/** Messages of the other side that never reach this user because of a block; absent when there are none so far. */
	undeliveredIds?: number[];
}

/** The position as it is selected. */
interface PositionRow extends Omit<Position, 'undeliveredIds'> {
	withheldIds: string[];
}

function toPosition<Row extends PositionRow>({ withheldIds, ...position }: Row) {
	return { ...position, ...undeliveredIdsField(withheldIds, position.deliveredId) };
}

/**
 * Marks all messages that were waiting for a user as delivered.
 * @returns only the chats in which the delivered position changed
 */
export async function markAllDelivered(
	db: Db,
	userId: number,
): Promise<(Position & { room: Room })[]> {
	const rows = await markDelivered(db, { userId });
	return rows.map(({ itemId, buyerId, ...row }) => ({
		room: { itemId, buyerId },
		...toPosition(row),
	}));
}

/** What a position needs to know of the other side of a chat: the last columns of a `PositionRow`. */
const otherSide = (itemId: SQLWrapper, buyerId: SQLWrapper) => sql`exists (
			select from ${participants} other
			join ${blocks} on ${isBlockBetween(USER, sql`other.user_id`)}
			where other.item_id = ${itemId} and other.buyer_id = ${buyerId} and other.user_id <> ${USER}
		) as "isBlockedEither",
		${withheldMessageIds({ itemId, buyerId, readerId: USER })} as "withheldIds"`;

/** Locks participants in the same order as the statements that store messages, which prevents deadlocks. */
const markDelivered = prepareStatement<PositionRow & Room>(
	'mark messages delivered',
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
	returning mine.item_id as "itemId", mine.buyer_id as "buyerId", read_id::float8 as "readId",
		delivered_id::float8 as "deliveredId", ${otherSide(sql`mine.item_id`, sql`mine.buyer_id`)}`,
);

export interface AdvancedPosition extends Position {
	/** The newest message that the user can see. */
	lastMessageId: number;
	/** Whether the stored position changed. */
	hasAdvanced: boolean;
	/** Whether the chat's deal had unread notifications, which are read now. */
	hasReadNotifications: boolean;
}

/**
 * Marks a chat's messages up to `messageId` as delivered to the user or, with `isRead`, as read. A position only moves
 * forward, and not beyond the newest message that the user can see. `isRead` also reads all notifications of the chat's
 * deal: the user has the chat open.
 * @returns the position; undefined when the user has no such conversation, or when the session has ended
 */
export async function advancePosition(
	db: Db,
	{ id, sessionId, version }: ConnectedPerson,
	{ itemId, buyerId }: Room,
	messageId: number,
	isRead: boolean,
): Promise<AdvancedPosition | undefined> {
	const link = chatPath({ itemId, buyerId });
	const values = { itemId, buyerId, messageId, isRead, link, userId: id, sessionId, version };
	const [row] = await advance(db, values);
	return row && toPosition(row);
}

/**
 * Copies the current read and delivered positions of two users, in all chats between them. While a block lasts, each
 * sees the copy instead of the other's real position. Locks the rows in the same order as the statements that store
 * messages, to prevent deadlocks.
 */
export async function freezeReceipts(db: Db, one: number, other: number): Promise<void> {
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
const IS_OWN_ROW = sql`item_id = ${ITEM} and buyer_id = ${BUYER} and user_id = ${USER}`;
const TARGET_MESSAGE_ID = sql`least(${sql.placeholder('messageId')}::bigint, last_message_id)`;

const advance = prepareStatement<PositionRow & Omit<AdvancedPosition, keyof Position>>(
	'advance a position',
	sql`
	with before as (
		select * from ${participants}
		where ${IS_OWN_ROW} and exists (select ${fromOpenSession(TOKEN)})
	), moved as (
		update ${participants} set
			delivered_id = greatest(delivered_id, ${TARGET_MESSAGE_ID}),
			read_id = case when ${IS_READ} then greatest(read_id, ${TARGET_MESSAGE_ID}) else read_id end
		where ${IS_OWN_ROW} and exists (select from before)
			and (delivered_id < ${TARGET_MESSAGE_ID} or ${IS_READ} and read_id < ${TARGET_MESSAGE_ID})
		returning read_id, delivered_id
	), seen as (
		update ${notifications} set read_at = now()
		where ${IS_READ} and user_id = ${USER} and read_at is null and link = ${sql.placeholder('link')}
			and exists (select from before)
		returning id
	)
	select
		coalesce(moved.read_id, before.read_id)::float8 as "readId",
		coalesce(moved.delivered_id, before.delivered_id)::float8 as "deliveredId",
		before.last_message_id::float8 as "lastMessageId",
		moved.read_id is not null as "hasAdvanced",
		exists (select from seen) as "hasReadNotifications",
		${otherSide(ITEM, BUYER)}
	from before left join moved on true`,
);
