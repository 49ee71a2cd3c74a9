import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { ADMIN_NOTIFICATION_ERRORS } from '#contract/admin/errors.ts';
import {
	ADMIN_COUNT_MAX,
	ADMIN_NOTIFICATION_MESSAGES,
	type AdminCounts,
	createNotification as createEndpoint,
	deleteNotification as deleteEndpoint,
	getCounts,
	listNotifications,
	markNotificationRead,
	markNotificationsRead,
	type notification,
} from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { ReportSubject } from '#contract/reports/facts.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { findPage, ifSet, type Listing, logView } from '#server/admin/kit/list.ts';
import { actorOf } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, type SQL, sql } from '#server/db/drizzle.ts';
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
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import {
	createAnnouncement,
	removeAnnouncement,
} from '#server/features/notifications/announcements/moderation.ts';
import { readIdempotencyKey } from '#server/http/request-headers.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';

type NotificationFilters = Pick<z.output<(typeof listNotifications)['query']>, 'type' | 'q'>;
type Notification = z.infer<typeof notification>;

/** An announcement, for administrators or for all users, as one administrator sees it. */
interface NotificationRow extends Record<string, unknown> {
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

/** All announcements, as one administrator sees them. */
const listingFor = (adminId: number): Listing<NotificationFilters, NotificationRow> => ({
	table: announcements,
	where: ({ type, q }) =>
		and(
			ifSet(type, (name) => eq(announcements.type, name)),
			ifSet(
				q,
				(text) => sql`${searchTextOfAnnouncement(announcements)} like ${containsPattern(text)}`,
			),
		),
	orders: { newest: sql`${announcements.id} desc` },
	read: (db, ids) => readNotifications(db, adminId, ids),
});

/** Routes for administrators' notifications and the counts of pending work. */
export function notificationRoutes(app: FastifyInstance, deps: AdminDeps): void {
	readRoutes(app, deps);
	writeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { db, adminChannel }: AdminDeps): void {
	route(app, listNotifications, async ({ query, caller, request }) => {
		// Read before the list: an entry that arrives in between is shown and stays unread.
		const { unread, newest } = await findReadState(db, caller.id);
		const { rows, pagination } = await findPage(db, listingFor(caller.id), query);
		await logView(db, request, { action: 'VIEW_NOTIFICATIONS', target: 'notifications' }, query);
		return {
			notifications: rows.map(presentNotification),
			pagination,
			unread,
			...(newest !== null && { newest }),
		};
	});

	route(app, markNotificationsRead, async ({ query: { upTo }, caller, request }) => {
		await setNotificationsRead(db, caller.id, upTo);
		adminChannel.publish({ what: 'notifications' }, actorOf(request).socketId);
		return { message: ADMIN_NOTIFICATION_MESSAGES.allRead };
	});

	route(app, markNotificationRead, async ({ params: { id }, caller, request }) => {
		const isThere = await setNotificationRead(db, caller.id, id);
		if (!isThere) throw new AppError('not_found', ADMIN_NOTIFICATION_ERRORS.notFound);
		adminChannel.publish({ what: 'notifications' }, actorOf(request).socketId);
		return { message: ADMIN_NOTIFICATION_MESSAGES.oneRead };
	});

	route(app, getCounts, async ({ caller }) => ({ ...(await countPending(db, caller.id)) }));
}

function writeRoutes(
	app: FastifyInstance,
	{ db, addTask, realtime, adminChannel }: AdminDeps,
): void {
	route(app, createEndpoint, async ({ body, caller, request }) => {
		const actor = actorOf(request);
		const idempotencyKey = readIdempotencyKey(request);
		// For all users, this adds the task that notifies them.
		const id = await createAnnouncement({ db, addTask }, actor, body, idempotencyKey);
		const [created] = await readNotifications(db, caller.id, [id]);
		if (!created) throw new AppError('not_found', ADMIN_NOTIFICATION_ERRORS.notFound);
		adminChannel.publish({ what: 'notifications' }, actor.socketId);
		return {
			message: ADMIN_NOTIFICATION_MESSAGES.created,
			notification: presentNotification(created),
		};
	});

	route(app, deleteEndpoint, async ({ params, request }) => {
		const actor = actorOf(request);
		const wasSentToUsers = await removeAnnouncement(db, actor, params.id);
		if (wasSentToUsers) realtime.toAll(REALTIME_EVENTS.notificationsChanged, {});
		adminChannel.publish({ what: 'notifications' }, actor.socketId);
		return { message: ADMIN_NOTIFICATION_MESSAGES.deleted };
	});
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

/** SQL condition: the link, which is that of reports of this kind, leads to this report. */
const isLinked = (kind: ReportSubject) => sql`report.kind = ${kind}
	and report.id = substring(${announcements.link} from '[?]report=([0-9]+)$')::int`;
/** The name of what the link leads to, joined on display: notifications store ids only. */
const TARGET_NAME = sql`case split_part(${announcements.link}, '?', 1)
	when ${ADMIN_PAGES.reports} then (
		select item.title from ${reports} report join ${items} item on item.id = report.item_id
		where ${isLinked('item')}
	)
	when ${ADMIN_PAGES.userReports} then (
		select person.user_name from ${reports} report join ${users} person on person.id = report.reported_id
		where ${isLinked('user')}
	)
	when ${ADMIN_PAGES.reviewReports} then (
		select person.user_name from ${reports} report
		join ${dealReviews} review on review.id = report.review_id
		join ${users} person on person.id = review.about_id
		where ${isLinked('review')}
	)
	when ${ADMIN_PAGES.wanted} then (
		select post.title from ${wantedPosts} post
		where post.id = substring(${announcements.link} from '[?]wanted=([0-9]+)$')::int
	)
end`;

/** Announcements as one administrator sees them. */
async function readNotifications(
	db: Db,
	adminId: number,
	ids: readonly number[],
): Promise<NotificationRow[]> {
	const { rows } = await db.execute<NotificationRow>(sql`
		select ${announcements.id}, ${announcements.title}, ${announcements.message}, ${announcements.type},
			${announcements.target}, ${announcements.link}, ${TARGET_NAME} as about, ${announcements.createdAt} as "createdAt",
			(${announcements.id} <= ${lastReadIdOf(adminId)} or ${announcements.doneAt} is not null
				or ${isReadSinglyBy(adminId)}) as "isRead"
		from ${announcements} where ${announcements.id} in ${ids}`);
	return rows;
}

/** How many announcements an administrator has not read, counted up to `ADMIN_COUNT_MAX`, and the newest id, if any. */
async function findReadState(
	db: Db,
	adminId: number,
): Promise<{ unread: number; newest: number | null }> {
	const { rows } = await db.execute<{ unread: number; newest: number | null }>(sql`
		select ${unreadCountOf(adminId)} as unread, (select max(${announcements.id}) from ${announcements}) as newest`);
	return rows[0] ?? { unread: 0, newest: null };
}

/** Marks all existing announcements as read, or those up to the id `upTo`. */
async function setNotificationsRead(db: Db, adminId: number, upTo?: number): Promise<void> {
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
async function setNotificationRead(db: Db, adminId: number, id: number): Promise<boolean> {
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
async function countPending(db: Db, adminId: number): Promise<Omit<AdminCounts, 'success'>> {
	const countUpToMax = (pending: SQL) => sql`(
		select count(*)::int from (select from ${pending} limit ${ADMIN_COUNT_MAX}) as first)`;
	const pendingReports = (kind: ReportSubject) =>
		countUpToMax(sql`${reports} where status = 'pending' and kind = ${kind}`);
	const { rows } = await db.execute<Omit<AdminCounts, 'success'>>(sql`
		select ${unreadCountOf(adminId)} as unread, ${pendingReports('item')} as "pendingReports",
			${pendingReports('user')} as "pendingUserReports",
			${pendingReports('wanted')} as "pendingWantedReports",
			${pendingReports('review')} as "pendingReviewReports",
			${countUpToMax(sql`${feedback} where status = 'pending'`)} as "pendingFeedback"`);
	const [counts] = rows;
	if (!counts) throw new Error('Nothing was counted.');
	return counts;
}

/** A notification as the API returns it. */
function presentNotification({ createdAt, about, ...fields }: NotificationRow): Notification {
	return {
		...fields,
		...(about !== null && { about }),
		type: fields.type as Notification['type'],
		target: fields.target as Notification['target'],
		createdAt: new Date(createdAt).toISOString(),
	};
}
