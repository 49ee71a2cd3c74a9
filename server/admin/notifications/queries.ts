import { type SQL, sql } from 'drizzle-orm';
import { ADMIN_COUNT_MAX, type AdminCounts } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { findNewestPage } from '#server/admin/kit/list-page.ts';
import type { Db } from '#server/db/client.ts';
import { containsPattern } from '#server/db/expressions.ts';
import { admins } from '#server/db/schema/admins.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { items } from '#server/db/schema/items.ts';
import {
	announcements,
	readAnnouncements,
	searchTextOfAnnouncement,
} from '#server/db/schema/notifications.ts';
import {
	itemReports,
	reviewReports,
	userReports,
	wantedReports,
} from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import type { ReportTable } from '#server/features/reports/queries.ts';

export interface NotificationFilters {
	type?: string | undefined;
	/** Text in the title or the message. */
	q?: string | undefined;
}

/** An announcement, for administrators or for all users, as one administrator sees it. */
export interface NotificationRow extends Record<string, unknown> {
	id: number;
	title: string;
	message: string;
	type: string;
	target: string;
	link: string | null;
	/** Title of the reported item or wanted post, or name of the reported or reviewed user; null for other links. */
	about: string | null;
	createdAt: string;
	/** Whether the requesting administrator has read it. */
	isRead: boolean;
}

/** The id up to which an administrator has read all announcements. */
const lastReadIdOf = (adminId: number) =>
	sql`(select ${admins.readAnnouncementId} from ${admins} where ${admins.id} = ${adminId})`;

/** Whether an administrator has marked this one announcement as read. */
const isReadSinglyBy = (adminId: number) => sql`exists (
	select from ${readAnnouncements}
	where ${readAnnouncements.adminId} = ${adminId} and ${readAnnouncements.announcementId} = ${announcements.id})`;

const unreadCountOf = (adminId: number) => sql`(
	select count(*)::int from (
		select from ${announcements}
		where ${announcements.id} > ${lastReadIdOf(adminId)} and ${announcements.doneAt} is null
			and not ${isReadSinglyBy(adminId)} limit ${ADMIN_COUNT_MAX}
	) as first)`;

/** The id of the report that the link leads to. */
const REPORT_ID = sql`substring(${announcements.link} from '[?]report=([0-9]+)$')::int`;
/** The name of what the link leads to, joined on display: notifications store ids only. */
const TARGET_NAME = sql`case split_part(${announcements.link}, '?', 1)
	when ${ADMIN_PAGES.reports} then (
		select item.title from ${itemReports} report join ${items} item on item.id = report.item_id
		where report.id = ${REPORT_ID}
	)
	when ${ADMIN_PAGES.userReports} then (
		select person.user_name from ${userReports} report join ${users} person on person.id = report.reported_id
		where report.id = ${REPORT_ID}
	)
	when ${ADMIN_PAGES.reviewReports} then (
		select person.user_name from ${reviewReports} report
		join ${dealReviews} review on review.id = report.review_id
		join ${users} person on person.id = review.about_id
		where report.id = ${REPORT_ID}
	)
	when ${ADMIN_PAGES.wanted} then (
		select post.title from ${wantedPosts} post
		where post.id = substring(${announcements.link} from '[?]wanted=([0-9]+)$')::int
	)
end`;

/** The columns as one administrator sees them. */
const columnsFor = (adminId: number) => sql`
	${announcements.id}, ${announcements.title}, ${announcements.message}, ${announcements.type},
	${announcements.target}, ${announcements.link}, ${TARGET_NAME} as about, ${announcements.createdAt} as "createdAt",
	(${announcements.id} <= ${lastReadIdOf(adminId)} or ${announcements.doneAt} is not null
		or ${isReadSinglyBy(adminId)}) as "isRead"`;

const SEARCH_TEXT = searchTextOfAnnouncement(announcements);

/** One page, newest first. `found` is the number of all matches, counted up to `PAGING_LIMITS.countLimit`. */
export function findNotificationPage(
	db: Db,
	adminId: number,
	filters: NotificationFilters,
	page: { page: number; limit: number },
): Promise<{ found: number; entries: NotificationRow[] }> {
	return findNewestPage(db, page, {
		table: announcements,
		condition: conditionsFor(filters),
		select: sql`select ${columnsFor(adminId)} from ${announcements}`,
	});
}

function conditionsFor({ type, q }: NotificationFilters): SQL {
	const conditions = [sql`true`];
	if (type !== undefined) conditions.push(sql`${announcements.type} = ${type}`);
	if (q !== undefined) conditions.push(sql`${SEARCH_TEXT} like ${containsPattern(q)}`);
	return sql.join(conditions, sql` and `);
}

/** How many announcements an administrator has not read, counted up to `ADMIN_COUNT_MAX`, and the newest id, if any. */
export async function findReadState(
	db: Db,
	adminId: number,
): Promise<{ unread: number; newest: number | null }> {
	const { rows } = await db.execute<{ unread: number; newest: number | null }>(sql`
		select ${unreadCountOf(adminId)} as unread, (select max(${announcements.id}) from ${announcements}) as newest`);
	return rows[0] ?? { unread: 0, newest: null };
}

export async function findNotification(
	db: Db,
	adminId: number,
	id: number,
): Promise<NotificationRow | undefined> {
	const { rows } = await db.execute<NotificationRow>(sql`
		select ${columnsFor(adminId)} from ${announcements} where ${announcements.id} = ${id}`);
	return rows[0];
}

/** Marks all existing announcements as read, or those up to the id `upTo`. */
export async function setNotificationsRead(db: Db, adminId: number, upTo?: number): Promise<void> {
	const condition = upTo === undefined ? sql`true` : sql`${announcements.id} <= ${upTo}`;
	// The rows of announcements that were read one by one are no longer needed: the id covers them.
	await db.execute(sql`
		with marked as (
			update ${admins} set read_announcement_id = greatest(
				${admins.readAnnouncementId}, (select max(${announcements.id}) from ${announcements} where ${condition}))
			where ${admins.id} = ${adminId} returning ${admins.readAnnouncementId} as last_read_id
		)
		delete from ${readAnnouncements} using marked
		where ${readAnnouncements.adminId} = ${adminId} and ${readAnnouncements.announcementId} <= marked.last_read_id`);
}

/** @returns false when there is no such notification */
export async function setNotificationRead(db: Db, adminId: number, id: number): Promise<boolean> {
	// The lock keeps the announcement from being deleted between the two steps.
	const { rows } = await db.execute(sql`
		with found as (select ${announcements.id} from ${announcements} where ${announcements.id} = ${id} for key share),
		marked as (
			insert into ${readAnnouncements} (admin_id, announcement_id)
			select ${adminId}, id from found where id > ${lastReadIdOf(adminId)}
			on conflict do nothing
		)
		select id from found`);
	return rows.length === 1;
}

/**
 * An administrator's unread announcements, and pending reports and feedback; each is counted up to
 * `ADMIN_COUNT_MAX`.
 */
export async function countPending(db: Db, adminId: number): Promise<Omit<AdminCounts, 'success'>> {
	const pendingCountIn = (table: ReportTable | typeof feedback) => sql`(
		select count(*)::int from (select from ${table} where status = 'pending' limit ${ADMIN_COUNT_MAX}) as first)`;
	const { rows } = await db.execute<Omit<AdminCounts, 'success'>>(sql`
		select ${unreadCountOf(adminId)} as unread, ${pendingCountIn(itemReports)} as "pendingReports",
			${pendingCountIn(userReports)} as "pendingUserReports",
			${pendingCountIn(wantedReports)} as "pendingWantedReports",
			${pendingCountIn(reviewReports)} as "pendingReviewReports",
			${pendingCountIn(feedback)} as "pendingFeedback"`);
	const [counts] = rows;
	if (!counts) throw new Error('Nothing was counted.');
	return counts;
}
