import { sql } from 'drizzle-orm';
import type { NotificationSummary } from '#contract/notifications/endpoints.ts';
import type { Db } from '#server/db/client.ts';
import { prepareStatement } from '#server/db/prepared-statements.ts';
import { announcements, notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { hiddenKinds } from './preference-queries.ts';

type UnreadSummary = Omit<NotificationSummary, 'success' | 'chats'>;

/**
 * Counts unread entries, and finds the oldest unread warning, the newest unread announcement and an unconfirmed email
 * address. Demo users get no address, because no confirmation was mailed to them. Unread messages are not counted
 * here but as chats, by `countUnreadChats`.
 */
export async function findUnreadSummary(db: Db, userId: number): Promise<UnreadSummary> {
	const [unread] = await unreadSummary(db, { userId });
	return unread ?? NOTHING_UNREAD;
}

const NOTHING_UNREAD: UnreadSummary = {
	notifications: 0,
	warning: null,
	announcement: null,
	addressToConfirm: null,
};

const USER = sql.placeholder('userId');

const unreadSummary = prepareStatement<UnreadSummary>(
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
		select coalesce(pending_email, email) from ${users}
		where id = ${USER} and email_confirmed_at is null and demo_at is null
	) as "addressToConfirm"
	from mine`,
);
