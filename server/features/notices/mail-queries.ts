import { sql } from 'drizzle-orm';
import { NOTICE_LIMITS, type NoticeKind } from '#contract/notice-facts.ts';
import type { Db } from '#server/db/client.ts';
import { blocks, messages, participants } from '#server/db/tables/chats.ts';
import { items } from '#server/db/tables/items.ts';
import { notices, unreadMailReach } from '#server/db/tables/notices.ts';
import { users } from '#server/db/tables/users.ts';
import { fateOf, isPublic } from '#server/db/visibility.ts';
import { between } from '#server/features/blocks/queries.ts';
import { wantsMail } from './choice-queries.ts';

/** One person's side of a chat. */
export interface Side {
	itemId: number;
	buyerId: number;
	userId: number;
}

/** What came of looking through messages for unread ones. */
interface Claim {
	sides: (Side & { isMailed: boolean })[];
	/** There may be more that has been unread for long enough. */
	isMore: boolean;
}

/**
 * Looks through the next `size` messages, in the order of their numbers, up to the first that is younger than ten minutes,
 * and notes the sides of chats as told of by mail to whom one is unread that they have not been told of. Those who can't be
 * mailed, or don't want it, are noted as well. Two at once go one after the other.
 */
export async function claimUnmailed(db: Db, size: number): Promise<Claim> {
	const { rows } = await db.execute<Claim & Record<string, unknown>>(sql`
		with reach as (
			select message_id from ${unreadMailReach} for update
		), looked as materialized (
			select id, item_id, buyer_id, sender_id, is_withheld,
				created_at <= now() - ${NOTICE_LIMITS.mailAfterMs}::int * interval '1 millisecond' as is_due
			from ${messages}
			where id > (select message_id from reach) order by id limit ${size}
		), reached as (
			update ${unreadMailReach} set message_id = coalesce(
				(select min(id) - 1 from looked where not is_due), (select max(id) from looked), message_id)
		), due as (
			select p.item_id, p.buyer_id, p.user_id
			from (
				select item_id, buyer_id, sender_id, max(id) as id from looked
				where is_due and not is_withheld group by item_id, buyer_id, sender_id
			) said
			join ${participants} p on p.item_id = said.item_id and p.buyer_id = said.buyer_id
				and p.user_id <> said.sender_id
			where said.id > greatest(p.read_id, p.mailed_id)
			order by p.item_id, p.buyer_id, p.user_id
			for no key update of p
		), claimed as (
			update ${participants} p set mailed_id = p.last_received_id
			from due
			where p.item_id = due.item_id and p.buyer_id = due.buyer_id and p.user_id = due.user_id
			returning p.item_id, p.buyer_id, p.user_id
		)
		select
			coalesce(json_agg(json_build_object('itemId', item_id, 'buyerId', buyer_id, 'userId', user_id,
				'isMailed', ${wantsMail('message')})), '[]') as sides,
			(select count(*) = ${size} and bool_and(is_due) from looked) as "isMore"
		from claimed join ${users} person on person.id = claimed.user_id`);
	return rows[0] ?? { sides: [], isMore: false };
}

/** What a mail about unread messages says. */
export interface UnreadMail {
	address: string;
	name: string;
	senderName: string;
	itemTitle: string;
	/** How many are unread. */
	count: number;
	/** The last one's words. */
	words: string;
}

/**
 * The unread messages of a chat, as long as they are to be mailed: nothing when they were read meanwhile, the person no
 * longer wants mail, one of the two has blocked the other, or the chat is closed.
 */
export async function findUnreadMail(
	db: Db,
	{ itemId, buyerId, userId }: Side,
): Promise<UnreadMail | undefined> {
	const { rows } = await db.execute<UnreadMail & Record<string, unknown>>(sql`
		select person.email as address, person.user_name as name, other.user_name as "senderName",
			item.title as "itemTitle", last.body as words, (
				select count(*)::int from ${messages} m
				where m.item_id = p.item_id and m.buyer_id = p.buyer_id
					and m.id > greatest(p.read_id, p.noticed_id)
					and m.sender_id <> p.user_id and not m.is_withheld
			) as count
		from ${participants} p
		join ${users} person on person.id = p.user_id
		join ${messages} last on last.id = p.last_received_id
		join ${users} other on other.id = last.sender_id
		join ${items} item on item.id = p.item_id
		where p.item_id = ${itemId} and p.buyer_id = ${buyerId} and p.user_id = ${userId}
			and p.last_received_id > greatest(p.read_id, p.noticed_id)
			and ${wantsMail('message')}
			and last.body is not null and ${isPublic(fateOf('item'), fateOf('other'))}
			and not exists (
				select 1 from ${blocks}
				where ${between(sql`person.id`, sql`other.id`)}
			)`);
	return rows[0];
}

/** What a mail about a notice says. */
export interface NoticeMail {
	kind: Exclude<NoticeKind, 'message'>;
	address: string;
	name: string;
	title: string;
	message: string;
}

/** A person's notice, as long as it is to be mailed. */
export async function findNoticeMail(
	db: Db,
	userId: number,
	noticeId: number,
): Promise<NoticeMail | undefined> {
	const { rows } = await db.execute<NoticeMail & Record<string, unknown>>(sql`
		select n.kind, person.email as address, person.user_name as name, n.title, n.message
		from ${notices} n join ${users} person on person.id = n.user_id
		where n.id = ${noticeId} and n.user_id = ${userId} and case n.kind
			when 'warning' then ${wantsMail('warning')}
			when 'report' then ${wantsMail('report')}
			else ${wantsMail('announcement')} end`);
	return rows[0];
}
