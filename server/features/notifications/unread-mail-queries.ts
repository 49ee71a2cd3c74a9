import type { Room } from '#contract/chat/room-id.ts';
import { NOTIFICATION_LIMITS, type NotificationKind } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import {
	isPublicOrRemoved,
	itemVisibilityColumnsOf,
	visibilityColumnsOf,
} from '#server/db/expressions.ts';
import { blocks, messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications, unreadMailCursor } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { lastReceivedMessage } from '#server/features/notifications/list-queries.ts';
import { hiddenKinds, wantsMail } from './queries.ts';

/** One participant's side of a chat. */
export interface ChatSide extends Room {
	userId: number;
}

/** The result of checking a batch of messages. */
interface Claim {
	/** `isMailed`: false if the user cannot get mail or has turned mails off. */
	sides: (ChatSide & { isMailed: boolean })[];
	/** Whether more messages may be due. */
	isMore: boolean;
}

/** How long after a mail about an unread chat the next mail about it may follow. */
const REMIND_AFTER_MS = 24 * 60 * 60_000;

/**
 * Each message is checked twice, with two cursors: after ten minutes, and again a day later. The second check is for
 * messages that arrived while the chat was unread after an earlier mail.
 */
const MAIL_PASSES = {
	first: { cursorColumn: sql.identifier('message_id'), afterMs: NOTIFICATION_LIMITS.mailAfterMs },
	'a day later': {
		cursorColumn: sql.identifier('again_message_id'),
		afterMs: NOTIFICATION_LIMITS.mailAfterMs + REMIND_AFTER_MS,
	},
} as const;
export type MailPass = keyof typeof MAIL_PASSES;

const ago = (ms: number) => sql`now() - ${ms}::int * interval '1 millisecond'`;

/**
 * Checks the next `size` messages of a pass in order of id, up to the first that is too young. Marks the chat sides
 * that have an unread message as mailed, also if the user cannot get mail or has turned mails off. Messages about
 * steps of a deal do not count. The lock on the row of the cursors makes concurrent calls run one after another.
 */
export async function claimUnmailed(db: Db, pass: MailPass, size: number): Promise<Claim> {
	const { cursorColumn, afterMs } = MAIL_PASSES[pass];
	const { rows } = await db.execute<Claim & Record<string, unknown>>(sql`
		with reach as (
			select ${cursorColumn} as message_id from ${unreadMailCursor} for update
		), looked as materialized (
			select id, item_id, buyer_id, sender_id, is_withheld, event is not null as is_step, created_at <= ${ago(afterMs)} as is_due
			from ${messages}
			where id > (select message_id from reach) order by id limit ${size}
		), reached as (
			update ${unreadMailCursor} set ${cursorColumn} = coalesce(
				(select min(id) - 1 from looked where not is_due), (select max(id) from looked), ${cursorColumn})
		), due as (
			select p.item_id, p.buyer_id, p.user_id, ${wantsMail('message')} as is_mailed
			from (
				select item_id, buyer_id, sender_id, max(id) as id from looked
				where is_due and not is_withheld and not is_step group by item_id, buyer_id, sender_id
			) said
			join ${participants} p on p.item_id = said.item_id and p.buyer_id = said.buyer_id
				and p.user_id <> said.sender_id
			join ${users} person on person.id = p.user_id
			where said.id > greatest(p.read_id, p.mailed_id) and (
				p.mailed_id <= greatest(p.read_id, p.noticed_id)
				or coalesce(p.mailed_at, '-infinity') <= ${ago(REMIND_AFTER_MS)}
			)
			order by p.item_id, p.buyer_id, p.user_id
			for no key update of p
		), claimed as (
			update ${participants} p set mailed_id = p.last_received_id,
				mailed_at = case when due.is_mailed then now() else p.mailed_at end
			from due
			where p.item_id = due.item_id and p.buyer_id = due.buyer_id and p.user_id = due.user_id
			returning p.item_id, p.buyer_id, p.user_id, due.is_mailed
		)
		select
			coalesce(json_agg(json_build_object('itemId', item_id, 'buyerId', buyer_id, 'userId', user_id,
				'isMailed', is_mailed)), '[]') as sides,
			(select count(*) = ${size} and bool_and(is_due) from looked) as "isMore"
		from claimed`);
	return rows[0] ?? { sides: [], isMore: false };
}

/** The content of a mail about unread messages in one chat. */
interface UnreadMail extends Room {
	address: string;
	name: string;
	senderName: string;
	itemTitle: string;
	/** Number of unread messages. */
	count: number;
	/** Text of the last message. */
	words: string;
}

/**
 * The unread messages of the given chats, newest first. Leaves out a chat that was read meanwhile, has an erased last
 * message, has a hidden item or sender, or has a block between its two users. Leaves out all chats if the user cannot get
 * these mails.
 */
export async function listUnreadMails(
	db: Db,
	userId: number,
	chats: readonly Room[],
): Promise<UnreadMail[]> {
	const itemIds = sql.param(chats.map(({ itemId }) => itemId));
	const buyerIds = sql.param(chats.map(({ buyerId }) => buyerId));
	const { rows } = await db.execute<UnreadMail & Record<string, unknown>>(sql`
		select p.item_id as "itemId", p.buyer_id as "buyerId", person.email as address, person.user_name as name, other.user_name as "senderName",
			item.title as "itemTitle", last.words, (
				select count(*)::int from ${messages} m
				where m.item_id = p.item_id and m.buyer_id = p.buyer_id
					and m.id > greatest(p.read_id, p.noticed_id)
					and m.sender_id <> p.user_id and not m.is_withheld and m.event is null
			) as count
		from ${participants} p
		join unnest(${itemIds}::int[], ${buyerIds}::int[]) as chat (item_id, buyer_id)
			on p.item_id = chat.item_id and p.buyer_id = chat.buyer_id
		join ${users} person on person.id = p.user_id
		cross join lateral (${lastReceivedMessage('p')}) last
		join ${users} other on other.id = last.sender_id
		join ${items} item on item.id = p.item_id
		where p.user_id = ${userId}
			and last.id > greatest(p.read_id, p.noticed_id)
			and ${wantsMail('message')}
			and not last.is_erased and ${isPublicOrRemoved(itemVisibilityColumnsOf('item'), visibilityColumnsOf('other'))}
			and not exists (
				select 1 from ${blocks}
				where ${isBlockBetween(sql`person.id`, sql`other.id`)}
			)
		order by last.id desc`);
	return rows;
}

/** The content of a mail about one notification. */
export interface NotificationMail {
	kind: Exclude<NotificationKind, 'message'>;
	address: string;
	name: string;
	title: string;
	message: string;
	/** The page that the notification is about. */
	link: string | null;
	/** The saved search, for kind `search-alert`. */
	searchId: number | null;
	/** Titles of the later unread notifications about the same deal, which have no mail of their own. */
	laterTitles: string[];
}

/**
 * Returns undefined if the notification must not be mailed any more. A mail may wait for a day, and is not needed
 * once the notification is read. For kinds hidden in the app, being read does not count: "mark all as read" marks their
 * notifications too, although the user has not seen them.
 */
export async function findNotificationMail(
	db: Db,
	userId: number,
	noticeId: number,
): Promise<NotificationMail | undefined> {
	const { rows } = await db.execute<NotificationMail & Record<string, unknown>>(sql`
		select n.kind, person.email as address, person.user_name as name, n.title, n.message, n.link,
			n.search_id as "searchId", array(
				select later.title from ${notifications} later
				where later.user_id = n.user_id and later.id > n.id and later.read_at is null
					and later.mailed_about is null and later.link = n.link and n.link like '/chat/%'
				order by later.id
			) as "laterTitles"
		from ${notifications} n join ${users} person on person.id = n.user_id
		where n.id = ${noticeId} and n.user_id = ${userId} and ${wantsMail(sql`n.kind`)}
			and (n.read_at is null or n.kind = any(${hiddenKinds(userId)}))`);
	return rows[0];
}
