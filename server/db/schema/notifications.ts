import {
	NOTIFICATION_KINDS,
	NOTIFICATION_TARGETS,
	NOTIFICATION_TYPES,
} from '#contract/notifications/facts.ts';
import { REPORT_KINDS } from '#contract/reports/facts.ts';
import {
	bigint,
	boolean,
	check,
	foreignKey,
	index,
	integer,
	pgTable,
	primaryKey,
	type SQLWrapper,
	sql,
	text,
	timestamp,
	uniqueIndex,
} from '../drizzle.ts';
import { admins } from './admins.ts';
import { isOneOf } from './checks.ts';
import { reports } from './reports.ts';
import { savedSearches } from './saved-searches.ts';
import { users } from './users.ts';

/** Expression of an index: a query uses the index only with exactly this expression. */
export const searchTextOfAnnouncement = (of: Record<'title' | 'message', SQLWrapper>) =>
	sql`normalize(lower(${of.title} || E'\\n' || ${of.message}))`;

/**
 * Announcements by administrators and the system, shown in the back-office as notifications. Those with target `all` go
 * to every user.
 */
export const announcements = pgTable(
	'announcements',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		title: text().notNull(),
		message: text().notNull(),
		type: text().notNull(),
		target: text().notNull(),
		/** The admin page that the announcement is about. */
		link: text(),
		/** When delivery to every user's notification centre was complete. */
		deliveredAt: timestamp('delivered_at', { withTimezone: true }),
		/** When the case behind the link was closed; administrators then have nothing to read any more. */
		doneAt: timestamp('done_at', { withTimezone: true }),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		index('announcements_link_idx').on(table.link).where(sql`${table.link} is not null`),
		index('announcements_target_idx').on(table.target, table.id),
		index('announcements_type_idx').on(table.type, table.id),
		index('announcements_words_idx').using(
			'gin',
			sql`${searchTextOfAnnouncement(table)} gin_trgm_ops`,
		),
		check('announcements_type', isOneOf(table.type, NOTIFICATION_TYPES)),
		check('announcements_target', isOneOf(table.target, NOTIFICATION_TARGETS)),
	],
);

/** The announcements that an administrator read one by one, beside all up to `admins.read_announcement_id`. */
export const readAnnouncements = pgTable(
	'read_announcements',
	{
		adminId: integer('admin_id')
			.notNull()
			.references(() => admins.id),
		announcementId: integer('announcement_id')
			.notNull()
			.references(() => announcements.id, { onDelete: 'cascade' }),
	},
	(table) => [
		primaryKey({ columns: [table.adminId, table.announcementId] }),
		index('read_announcements_announcement_idx').on(table.announcementId),
	],
);

/** Message notifications are not stored but read from the chats. */
const STORED_KINDS = NOTIFICATION_KINDS.filter((kind) => kind !== 'message');

/** Entries of a user's notification centre, except new messages, which are read from the chats. */
export const notifications = pgTable(
	'notices',
	{
		id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		kind: text().notNull(),
		title: text().notNull(),
		message: text().notNull(),
		/** A page of this site. */
		link: text(),
		announcementId: integer('announcement_id').references(() => announcements.id, {
			onDelete: 'cascade',
		}),
		/** The report that an entry of kind `report` is about; null for all others, and for some entries of an earlier version. */
		reportKind: text('report_kind', { enum: REPORT_KINDS }),
		reportId: integer('report_id'),
		/** The saved search that an entry of kind `search-alert` is about; null once that is deleted. */
		searchId: integer('search_id').references(() => savedSearches.id, { onDelete: 'set null' }),
		/** The items whose titles an entry of kind `search-alert` names; null for all others, and for alerts of an earlier version. */
		itemIds: integer('item_ids').array(),
		/**
		 * The page that a mail was sent about. While the notification is unread, it holds back mails about the same
		 * (`insertNotifications`). Null if no mail was sent, or if no other notification can be about the same.
		 */
		mailedAbout: text('mailed_about'),
		readAt: timestamp('read_at', { withTimezone: true }),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		index('notices_user_idx').on(table.userId, table.createdAt, table.id),
		index('notices_unread_idx').on(table.userId, table.kind).where(sql`${table.readAt} is null`),
		// These four find the notifications that name an item, when its seller's account is erased.
		index('notices_item_link_idx').on(table.link).where(sql`${table.link} like '/item/%'`),
		index('notices_chat_link_idx').on(table.link).where(sql`${table.link} like '/chat/%'`),
		index('notices_item_ids_idx')
			.using('gin', table.itemIds)
			.where(sql`${table.itemIds} is not null`),
		index('notices_earlier_alerts_idx')
			.on(table.id)
			.where(sql`${table.kind} = 'search-alert' and ${table.itemIds} is null`),
		// A delivery that restarts after a crash notifies no user twice.
		uniqueIndex('notices_announcement_key').on(table.announcementId, table.userId),
		foreignKey({
			columns: [table.reportKind, table.reportId],
			foreignColumns: [reports.kind, reports.id],
		}),
		uniqueIndex('notices_report_key')
			.on(table.reportKind, table.reportId)
			.where(sql`${table.reportId} is not null`),
		index('notices_search_idx').on(table.searchId).where(sql`${table.searchId} is not null`),
		check('notices_kind', isOneOf(table.kind, STORED_KINDS)),
		check(
			'notices_announcement',
			sql`(${table.kind} = 'announcement') = (${table.announcementId} is not null)`,
		),
		check(
			'notices_report',
			sql`(${table.reportKind} is null) = (${table.reportId} is null) and (${table.reportId} is null or ${table.kind} = 'report')`,
		),
	],
);

/** A user's notification settings that differ from the defaults. */
export const notificationPreferences = pgTable(
	'notice_choices',
	{
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		kind: text().notNull(),
		inApp: boolean('in_app').notNull(),
		byMail: boolean('by_mail').notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.kind] }),
		check('notice_choices_kind', isOneOf(table.kind, NOTIFICATION_KINDS)),
	],
);

/**
 * One row: the last message ids scanned for unread-message mails, for the first mail and for the reminder a day later.
 */
export const unreadMailCursor = pgTable(
	'unread_mail_reach',
	{
		isOnlyRow: boolean('is_only_row').primaryKey().default(true),
		messageId: bigint('message_id', { mode: 'number' }).notNull().default(0),
		againMessageId: bigint('again_message_id', { mode: 'number' }).notNull().default(0),
	},
	(table) => [check('unread_mail_reach_only_row', sql`${table.isOnlyRow}`)],
);
