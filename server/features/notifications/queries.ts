import { PAGES } from '#contract/core/pages.ts';
import {
	ERASED_NOTIFICATION_TITLES,
	NOTIFICATION_KINDS,
	NOTIFICATION_MESSAGES,
	type NotificationKind,
} from '#contract/notifications/facts.ts';
import type { NotificationPreference } from '#contract/notifications/schemas.ts';
import type { ReportSubject } from '#contract/reports/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, isNull, ne, type Placeholder, type SQL, sql } from '#server/db/drizzle.ts';
import { conversations, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { notificationPreferences, notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { hasBlocked } from '#server/features/chat/blocks/queries.ts';

export interface NewNotification {
	userId: number;
	kind: 'warning' | 'report';
	title: string;
	message: string;
	/** A page of this site. */
	link?: string;
	/** For kind `report`, the report; its id is unique within its kind only. */
	report?: { kind: ReportSubject; id: number };
}

/**
 * Inserts a notification unless the account is erased.
 * @returns the id, and whether to mail it; undefined for an erased account
 */
export async function insertNotification(
	db: Db,
	{ userId, kind, title, message, link, report }: NewNotification,
): Promise<{ id: number; isMailed: boolean } | undefined> {
	const { rows } = await db.execute<{ id: string; isMailed: boolean }>(sql`
		with inserted as (
			insert into ${notifications}
				(user_id, kind, title, message, link, report_kind, report_id)
			select id, ${kind}, ${title}, ${message}, ${link ?? null},
				${report?.kind ?? null}, ${report?.id ?? null}::int
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
	/**
	 * The page of what other people may cause many notifications about: a deal's chat, a wanted post. At most one mail
	 * about it is unread.
	 */
	about?: string;
	/** Mailed even while another mail about the same is unread. */
	isReminder?: boolean;
}

/**
 * Inserts notifications of one kind in one statement. Skips erased accounts. Opening a chat reads its notifications, so
 * the next mail about its deal waits for that. Nothing reads the others for somebody who follows the link in the mail, so
 * a day is enough for them. The caller holds a lock on what the notifications are about: concurrent statements would not
 * see each other's mails.
 * @returns the inserted notifications, each with whether to mail it
 */
export async function insertNotifications(
	db: Db,
	kind: Exclude<NotificationKind, 'message' | 'warning' | 'report' | 'announcement'>,
	userNotifications: readonly UserNotification[],
): Promise<{ id: number; userId: number; isMailed: boolean }[]> {
	const { rows } = await db.execute<{ id: string; userId: number; isMailed: boolean }>(sql`
		with given as (
			select n.*, ${wantsMail(kind)} and (about is null or "isReminder" or (
				row_number() over (partition by person.id, about order by position) = 1
				and not exists (
					select from ${notifications} earlier
					where earlier.user_id = person.id and earlier.read_at is null and earlier.mailed_about = about
						and (about like '/chat/%' or earlier.created_at > now() - interval '1 day')
				)
			)) as is_mailed
			from rows from (jsonb_to_recordset(${JSON.stringify(userNotifications)}::jsonb) as (
				"userId" int, title text, message text, link text, "searchId" int, "itemIds" int[], about text, "isReminder" boolean
			)) with ordinality as n ("userId", title, message, link, "searchId", "itemIds", about, "isReminder", position)
			join ${users} person on person.id = n."userId" and person.deleted_at is null
		)
		insert into ${notifications} (user_id, kind, title, message, link, search_id, item_ids, mailed_about)
		select "userId", ${kind}, title, message, link, "searchId", "itemIds",
			case when is_mailed then coalesce(about, link) end
		from given order by position
		returning id, user_id as "userId", mailed_about is not null as "isMailed"`);
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
 * Inserts a notification for each user who wrote to the seller about an item. Skips users who have blocked the seller.
 * To those whom the seller has blocked all is as if nobody had blocked them: the missing notification would tell of it.
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
				and not ${hasBlocked(sql`buyer.id`, sql`${sellerId}::int`)}
			returning id, user_id
		)
		select inserted.id, inserted.user_id as "userId", ${wantsMail('sale')} as "isMailed"
		from inserted join ${users} person on person.id = inserted.user_id`);
	return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/**
 * Marks a user's notifications that link to a page as read.
 * @returns whether there were any
 */
export async function setPageRead(db: Db, userId: number, link: string): Promise<boolean> {
	const { rowCount } = await db
		.update(notifications)
		.set({ readAt: sql`now()` })
		.where(
			and(
				eq(notifications.userId, userId),
				isNull(notifications.readAt),
				eq(notifications.link, link),
			),
		);
	return rowCount !== 0;
}

const { link, kind, itemIds } = notifications;

/** Still says what has ended. */
const ALL_WORDS = {
	title: sql`coalesce(${JSON.stringify(ERASED_NOTIFICATION_TITLES)}::jsonb ->> ${kind}, ${NOTIFICATION_MESSAGES.erased})`,
	message: NOTIFICATION_MESSAGES.erasedText,
};
/** For an alert of a saved search: only its message contains item titles. */
const MESSAGE = { message: NOTIFICATION_MESSAGES.erasedItems };

/**
 * Erases the texts of other users' notifications that contain this user's name or titles of this user's items. These are
 * notifications that link to an item or to a chat, and alerts that name an item.
 */
export async function redactNotificationsAbout(db: Db, userId: number): Promise<void> {
	const ownItems = sql`${items} where ${items.sellerId} = ${userId}`;
	const itemPages = sql`array(select replace(${PAGES.item}, ':id', id::text) from ${ownItems})`;
	const chatPages = sql`array(
		select replace(replace(${PAGES.chat}, ':first', item_id::text), ':second', buyer_id::text)
		from ${conversations} where buyer_id = ${userId} or item_id in (select id from ${ownItems}))`;
	const redact = (words: typeof ALL_WORDS | typeof MESSAGE, condition: SQL) =>
		db
			.update(notifications)
			.set(words)
			.where(and(condition, ne(notifications.userId, userId)));

	// Each condition begins with the condition of a partial index.
	await redact(ALL_WORDS, sql`${link} like '/item/%' and ${link} = any(${itemPages})`);
	await redact(ALL_WORDS, sql`${link} like '/chat/%' and ${link} = any(${chatPages})`);
	await redact(
		MESSAGE,
		sql`${itemIds} is not null and ${itemIds} && array(select id from ${ownItems})`,
	);
}

/** Where a user gets notifications of one kind. */
interface Preference {
	inApp: boolean;
	byMail: boolean;
}

/** Used until the user changes a preference. */
const DEFAULT_PREFERENCES: Record<NotificationKind, Preference> = {
	message: { inApp: true, byMail: true },
	sale: { inApp: true, byMail: true },
	offer: { inApp: true, byMail: true },
	reservation: { inApp: true, byMail: true },
	'queue-turn': { inApp: true, byMail: true },
	handover: { inApp: true, byMail: true },
	review: { inApp: true, byMail: true },
	'price-drop': { inApp: true, byMail: true },
	'back-on-sale': { inApp: true, byMail: true },
	'wanted-answer': { inApp: true, byMail: true },
	'wanted-ending': { inApp: true, byMail: true },
	'search-alert': { inApp: true, byMail: true },
	'item-moderated': { inApp: true, byMail: true },
	warning: { inApp: true, byMail: true },
	report: { inApp: true, byMail: true },
	announcement: { inApp: true, byMail: false },
};

/** One entry per kind; the default where the user has set nothing. */
export async function listPreferences(db: Db, userId: number): Promise<NotificationPreference[]> {
	const stored = await db
		.select({
			kind: notificationPreferences.kind,
			inApp: notificationPreferences.inApp,
			byMail: notificationPreferences.byMail,
		})
		.from(notificationPreferences)
		.where(eq(notificationPreferences.userId, userId));
	return NOTIFICATION_KINDS.map((kind) => {
		const { inApp, byMail } =
			stored.find((preference) => preference.kind === kind) ?? DEFAULT_PREFERENCES[kind];
		return { kind, inApp, byMail };
	});
}

export async function upsertPreference(
	db: Db,
	userId: number,
	{ kind, inApp, byMail }: NotificationPreference,
): Promise<void> {
	await db
		.insert(notificationPreferences)
		.values({ userId, kind, inApp, byMail })
		.onConflictDoUpdate({
			target: [notificationPreferences.userId, notificationPreferences.kind],
			set: { inApp, byMail },
		});
}

/** Turns off mails of one kind and leaves the other settings unchanged; does nothing for an erased user. */
export async function disableMails(db: Db, userId: number, kind: NotificationKind): Promise<void> {
	const { inApp } = DEFAULT_PREFERENCES[kind];
	const preference = db
		.select({
			userId: users.id,
			kind: sql<string>`${kind}::text`.as('kind'),
			inApp: sql<boolean>`${inApp}::boolean`.as('in_app'),
			byMail: sql<boolean>`false`.as('by_mail'),
		})
		.from(users)
		.where(and(eq(users.id, userId), isNull(users.deletedAt)));
	await db
		.insert(notificationPreferences)
		.select(preference)
		.onConflictDoUpdate({
			target: [notificationPreferences.userId, notificationPreferences.kind],
			set: { byMail: false },
		});
}

/** An SQL array of the kinds that the user has hidden in the app; warnings cannot be hidden. */
export function hiddenKinds(userId: number | Placeholder): SQL {
	return sql`array(
		select kind from ${notificationPreferences}
		where user_id = ${userId} and not in_app and kind <> 'warning')`;
}

const MAILED_BY_DEFAULT = NOTIFICATION_KINDS.filter((kind) => DEFAULT_PREFERENCES[kind].byMail);

/**
 * SQL condition: the user in the row `person` can get mail and wants mail of this kind.
 * @param kind a kind, or a column that contains it
 */
export function wantsMail(kind: NotificationKind | SQL): SQL<boolean> {
	return sql<boolean>`(
		person.email is not null and person.email_confirmed_at is not null
		and person.banned_at is null and person.deleted_at is null
		and coalesce(
			(select by_mail from ${notificationPreferences} where user_id = person.id and kind = ${kind}),
			${kind}::text = any(${sql.param(MAILED_BY_DEFAULT)}::text[])))`;
}

/** Restores the default preferences. */
export async function deletePreferences(db: Db, userId: number): Promise<void> {
	await db.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId));
}
