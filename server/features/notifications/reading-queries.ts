import { addressToConfirm } from '#contract/accounts/address.ts';
import type { NotificationSummary } from '#contract/notifications/endpoints.ts';
import { type Db, prepareStatement } from '#server/db/client.ts';
import { and, eq, isNull, lt, type SQL, sql } from '#server/db/drizzle.ts';
import { messages, participants } from '#server/db/schema/chats.ts';
import { announcements, notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { lastReceivedMessage } from './list-queries.ts';
import { hiddenKinds } from './queries.ts';

/** The end of a millisecond, because times in the database have microseconds. */
const endOf = (ms: number) =>
	sql`('epoch'::timestamptz + ${ms + 1}::bigint * interval '1 millisecond')`;

/** @returns false when the user has no such notification */
export async function setNotificationRead(db: Db, userId: number, id: number): Promise<boolean> {
	const { rowCount } = await db
		.update(notifications)
		.set({ readAt: sql`coalesce(${notifications.readAt}, now())` })
		.where(and(eq(notifications.id, id), eq(notifications.userId, userId)));
	return rowCount === 1;
}

/**
 * Marks a chat's messages as seen in the notification centre, so that no mail is sent about them. The sender's read
 * receipts do not change.
 * @param upTo milliseconds since 1970; later messages stay unread
 * @returns false when the user has received no message in this chat
 */
export async function setChatNotificationRead(
	db: Db,
	userId: number,
	chat: { itemId: number; buyerId: number },
	upTo?: number,
): Promise<boolean> {
	const lastSeenId =
		upTo === undefined ? participants.lastReceivedId : lastShownId(userId, chat, upTo);
	const { rowCount } = await db
		.update(participants)
		.set({
			noticedId: sql`greatest(${participants.noticedId}, ${lastSeenId})`,
			mailedId: sql`greatest(${participants.mailedId}, ${lastSeenId})`,
		})
		.where(
			and(
				eq(participants.itemId, chat.itemId),
				eq(participants.buyerId, chat.buyerId),
				eq(participants.userId, userId),
				sql`${participants.lastReceivedId} > 0`,
			),
		);
	return rowCount === 1;
}

/**
 * SQL for the id of the last message up to `upTo`, or of the last deal step that directly follows this message. Null if
 * all messages after `noticed_id` are later. Does not use `last_received_id`: after a wait for the row's lock, that may be
 * the id of a message that has arrived meanwhile. Such a message must stay unread.
 */
function lastShownId(
	userId: number,
	{ itemId, buyerId }: { itemId: number; buyerId: number },
	upTo: number,
): SQL {
	return sql`(
		with unseen as (
			select id, created_at, event is not null as is_step from ${messages}
			where item_id = ${itemId} and buyer_id = ${buyerId} and sender_id <> ${userId}
				and not is_withheld and id > ${participants.noticedId}
		), shown as (
			select max(id) as id from unseen where not is_step and created_at < ${endOf(upTo)}
		)
		select coalesce(min(unseen.id) filter (where not is_step and unseen.id > shown.id) - 1, max(unseen.id))
		from unseen join shown on shown.id is not null
	)`;
}

/**
 * Marks all entries as read. Locks the chats in the same order as the code that stores messages, to avoid deadlocks.
 * As in the list, the time of a chat is the time of its last received message.
 * @param upTo milliseconds since 1970; later entries stay unread
 */
export async function setAllRead(db: Db, userId: number, upTo?: number): Promise<void> {
	const end = upTo === undefined ? sql`'infinity'::timestamptz` : endOf(upTo);
	await db
		.update(notifications)
		.set({ readAt: sql`now()` })
		.where(
			and(
				eq(notifications.userId, userId),
				isNull(notifications.readAt),
				lt(notifications.createdAt, end),
			),
		);
	await db.execute(sql`
		with unseen as (
			select mine.item_id, mine.buyer_id from ${participants} mine
			-- If a message arrives during a wait for the lock, this condition is no longer true, and the chat stays unread.
			join ${messages} received on received.id = mine.last_received_id
			cross join lateral (${lastReceivedMessage('mine')}) last
			where mine.user_id = ${userId} and mine.last_received_id > greatest(mine.read_id, mine.noticed_id)
				and last.created_at < ${end} and last.id > greatest(mine.read_id, mine.noticed_id)
			order by mine.item_id, mine.buyer_id
			for no key update of mine
		)
		update ${participants} p
		set noticed_id = last_received_id, mailed_id = greatest(mailed_id, last_received_id)
		from unseen
		where p.item_id = unseen.item_id and p.buyer_id = unseen.buyer_id and p.user_id = ${userId}`);
}

type UnreadSummary = Omit<NotificationSummary, 'success' | 'chats'>;

/**
 * Counts unread entries, and finds the oldest unread warning, the newest unread announcement and the address to confirm
 * of an account that has no confirmed one. A pending change of a confirmed address needs no notice on every page. Demo
 * users get no address, because no confirmation was mailed to them. Unread messages are not counted
 * here but as chats, by `countUnreadChats`.
 */
export async function findUnreadSummary(db: Db, userId: number): Promise<UnreadSummary> {
	const [{ unconfirmed, ...unread } = NOTHING_UNREAD] = await unreadSummary(db, { userId });
	return { ...unread, addressToConfirm: unconfirmed && addressToConfirm(unconfirmed) };
}

interface UnreadRow extends Omit<UnreadSummary, 'addressToConfirm'> {
	/** The addresses of an account that has no confirmed one. */
	unconfirmed: Parameters<typeof addressToConfirm>[0] | null;
}

const NOTHING_UNREAD: UnreadRow = {
	notifications: 0,
	warning: null,
	announcement: null,
	unconfirmed: null,
};

const USER = sql.placeholder('userId');

const unreadSummary = prepareStatement<UnreadRow>(
	'unread notices',
	sql`
	with mine as (
		select hidden.kinds from (select ${hiddenKinds(USER)} as kinds) hidden
	)
	select (
		select count(*)::int from ${notifications}
		where user_id = ${USER} and read_at is null and kind <> all (mine.kinds)
	) as notifications,
	(
		select json_build_object('id', id, 'title', title, 'message', message, 'type', 'warning')
		from ${notifications} where user_id = ${USER} and kind = 'warning' and read_at is null
		order by id limit 1
	) as warning,
	(
		select json_build_object('id', n.id, 'title', n.title, 'message', n.message, 'type', a.type)
		from ${notifications} n join ${announcements} a on a.id = n.announcement_id
		where n.user_id = ${USER} and n.kind = 'announcement' and n.read_at is null
			and 'announcement' <> all (mine.kinds)
		order by n.id desc limit 1
	) as announcement,
	(
		select json_build_object('email', email, 'pendingEmail', pending_email, 'emailConfirmed', false)
		from ${users} where id = ${USER} and email_confirmed_at is null and demo_at is null
	) as unconfirmed
	from mine`,
);
