import { sql } from 'drizzle-orm';
import type { NotificationKind } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { blocks, participants } from '#server/db/schema/chats.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { wantsMail } from './preference-queries.ts';

export interface NewNotification {
	userId: number;
	kind: 'warning' | 'report';
	title: string;
	message: string;
	/** A page of this site. */
	link?: string;
	/** For kind `report`, the decided report: exactly one of these is set. */
	itemReportId?: number;
	userReportId?: number;
	wantedReportId?: number;
	reviewReportId?: number;
}

/**
 * Inserts a notification unless the account is erased.
 * @returns the id, and whether to mail it; undefined for an erased account
 */
export async function insertNotification(
	db: Db,
	{ userId, kind, title, message, link, ...report }: NewNotification,
): Promise<{ id: number; isMailed: boolean } | undefined> {
	const { rows } = await db.execute<{ id: string; isMailed: boolean }>(sql`
		with inserted as (
			insert into ${notifications}
				(user_id, kind, title, message, link, item_report_id, user_report_id, wanted_report_id,
				review_report_id)
			select id, ${kind}, ${title}, ${message}, ${link ?? null},
				${report.itemReportId ?? null}::int, ${report.userReportId ?? null}::int,
				${report.wantedReportId ?? null}::int, ${report.reviewReportId ?? null}::int
			from ${users} where id = ${userId} and deleted_at is null
			returning id, user_id
		)
		select inserted.id, ${wantsMail(kind)} as "isMailed"
		from inserted join ${users} person on person.id = inserted.user_id`);
	return rows[0] && { id: Number(rows[0].id), isMailed: rows[0].isMailed };
}

/** A notification for one of many users. */
export interface UserNotification {
	userId: number;
	title: string;
	message: string;
	/** A page of this site. */
	link: string;
	/** The saved search, for kind `search-alert`. */
	searchId?: number;
	/** The items whose titles the message contains, for kind `search-alert`. */
	itemIds?: readonly number[];
}

/**
 * Inserts notifications of one kind in one statement. Skips erased accounts.
 * @returns the inserted notifications, each with whether to mail it
 */
export async function insertNotifications(
	db: Db,
	kind: Exclude<NotificationKind, 'message' | 'warning' | 'report' | 'announcement'>,
	userNotifications: readonly UserNotification[],
): Promise<{ id: number; userId: number; isMailed: boolean }[]> {
	const { rows } = await db.execute<{ id: string; userId: number; isMailed: boolean }>(sql`
		with inserted as (
			insert into ${notifications} (user_id, kind, title, message, link, search_id, item_ids)
			select person.id, ${kind}, n.title, n.message, n.link, n."searchId", n."itemIds"
			from jsonb_to_recordset(${JSON.stringify(userNotifications)}::jsonb)
				as n ("userId" int, title text, message text, link text, "searchId" int, "itemIds" int[])
			join ${users} person on person.id = n."userId" and person.deleted_at is null
			returning id, user_id
		)
		select inserted.id, inserted.user_id as "userId", ${wantsMail(kind)} as "isMailed"
		from inserted join ${users} person on person.id = inserted.user_id`);
	return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

interface SoldItem {
	id: number;
	sellerId: number;
	/** Title of the notification. */
	title: string;
	message: string;
	/** A page of this site. */
	link: string;
	exceptIds: readonly number[];
}

/**
 * Inserts a notification for each user who wrote to the seller about an item. Skips users with a block between them
 * and the seller: neither may learn about the other.
 */
export async function insertSaleNotifications(
	db: Db,
	{ id, sellerId, title, message, link, exceptIds }: SoldItem,
): Promise<{ id: number; userId: number; isMailed: boolean }[]> {
	const { rows } = await db.execute<{ id: string; userId: number; isMailed: boolean }>(sql`
		with inserted as (
			insert into ${notifications} (user_id, kind, title, message, link)
			select buyer.id, 'sale', ${title}, ${message}, ${link}
			from ${participants} side
			join ${users} buyer on buyer.id = side.user_id and buyer.deleted_at is null
			where side.item_id = ${id} and side.user_id = side.buyer_id
				and side.user_id <> all(${sql.param([...exceptIds])}::int[])
				and not exists (
					select from ${blocks} where ${isBlockBetween(sql`buyer.id`, sql`${sellerId}::int`)}
				)
			returning id, user_id
		)
		select inserted.id, inserted.user_id as "userId", ${wantsMail('sale')} as "isMailed"
		from inserted join ${users} person on person.id = inserted.user_id`);
	return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
