import type { NOTIFICATION_TARGETS, NOTIFICATION_TYPES } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, inArray, isNull, sql } from '#server/db/drizzle.ts';
import { lockText } from '#server/db/locks.ts';
import { announcements, notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { wantsMail } from '#server/features/notifications/queries.ts';

export interface NewAnnouncement {
	title: string;
	message: string;
	type: (typeof NOTIFICATION_TYPES)[number];
	target: (typeof NOTIFICATION_TARGETS)[number];
	/** The admin page that the announcement is about. */
	link?: string;
}

/** A notification that is also sent by mail. */
export interface MailedNotification {
	userId: number;
	noticeId: number;
}

/**
 * Waits for other transactions that insert an announcement, and holds the lock until the transaction ends. So
 * announcements are committed in the order of their ids, and an administrator who has read all up to one id has missed
 * none.
 */
export async function insertAnnouncement(tx: Db, announcement: NewAnnouncement): Promise<number> {
	await lockText(tx, 'announcements');
	const [row] = await tx
		.insert(announcements)
		.values(announcement)
		.returning({ id: announcements.id });
	if (!row) throw new Error('The announcement was not stored.');
	return row.id;
}

/**
 * Deletes an announcement; the foreign key also deletes it from the users' notification centres.
 * @returns the deleted row; undefined when there was none
 */
export async function deleteAnnouncement(
	db: Db,
	id: number,
): Promise<{ title: string; target: string } | undefined> {
	const [deleted] = await db
		.delete(announcements)
		.where(eq(announcements.id, id))
		.returning({ title: announcements.title, target: announcements.target });
	return deleted;
}

/** Marks the announcements with these links as done, so that they count as read, or as not done any more. */
export async function setAnnouncementsDone(
	db: Db,
	links: readonly string[],
	isDone: boolean,
): Promise<void> {
	await db
		.update(announcements)
		.set({ doneAt: isDone ? sql`now()` : null })
		.where(inArray(announcements.link, [...links]));
}

/** Whether the announcement exists, is for all users and has not been delivered to all of them. */
export async function isUndelivered(db: Db, announcementId: number): Promise<boolean> {
	const found = await db
		.select({ id: announcements.id })
		.from(announcements)
		.where(
			and(
				eq(announcements.id, announcementId),
				eq(announcements.target, 'all'),
				isNull(announcements.deliveredAt),
			),
		);
	return found.length === 1;
}

/**
 * Inserts the announcement for the next `size` users in order of id. Users who already have it keep their row
 * unchanged.
 * @param afterId the id of the last user of the previous batch
 * @returns the last user id of this batch, null when no user was left or the announcement is deleted; and the new
 * notifications to mail
 */
export async function insertNextBatch(
	db: Db,
	announcementId: number,
	{ afterId, size }: { afterId: number; size: number },
): Promise<{ lastId: number | null; mailed: MailedNotification[] }> {
	const { rows } = await db.execute<{ lastId: number | null; mailed: MailedNotification[] }>(sql`
		with next as (
			select id, ${wantsMail('announcement')} as is_mailed from ${users} person
			where id > ${afterId} and deleted_at is null
				and exists (select from ${announcements} where ${announcements.id} = ${announcementId})
			order by id limit ${size}
		), given as (
			insert into ${notifications} (user_id, kind, title, message, announcement_id)
			select next.id, 'announcement', a.title, a.message, a.id
			from next cross join ${announcements} a where a.id = ${announcementId} order by next.id
			on conflict (announcement_id, user_id) do nothing
			returning id, user_id
		)
		select
			(select max(id) from next) as "lastId",
			(
				select coalesce(json_agg(json_build_object('userId', given.user_id, 'noticeId', given.id)), '[]')
				from given join next on next.id = given.user_id
				where next.is_mailed
			) as mailed`);
	return rows[0] ?? { lastId: null, mailed: [] };
}

export async function setDelivered(db: Db, announcementId: number): Promise<void> {
	await db
		.update(announcements)
		.set({ deliveredAt: sql`now()` })
		.where(and(eq(announcements.id, announcementId), isNull(announcements.deliveredAt)));
}
