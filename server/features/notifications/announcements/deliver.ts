import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { Db } from '#server/db/client.ts';
import { notificationMailTask } from '#server/features/notifications/tasks.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import { insertNextBatch, isUndelivered, setDelivered } from './queries.ts';

export interface AnnouncementDeps {
	db: Db;
	addTask: AddTask;
	realtime: Pick<Realtime, 'toAll'>;
}

/** Users per batch: one statement takes some tens of milliseconds and does not delay other work. */
const BATCH_SIZE = 1000;

/**
 * Delivers an announcement to all users. Can be interrupted at any point and can run twice at once. Users who already
 * have the announcement get neither a second notification nor a second mail.
 */
export async function deliverAnnouncement(
	{ db, addTask, realtime }: AnnouncementDeps,
	announcementId: number,
): Promise<void> {
	if (!(await isUndelivered(db, announcementId))) return;
	let afterId: number | null = 0;
	while (afterId !== null) afterId = await deliverBatch({ db, addTask }, announcementId, afterId);
	await setDelivered(db, announcementId);
	realtime.toAll(REALTIME_EVENTS.notificationsChanged, {});
}

/**
 * One transaction inserts the notifications and queues their mails.
 * @returns the id of the last user of the batch; null when no user was left or the announcement is deleted
 */
function deliverBatch(
	{ db, addTask }: Omit<AnnouncementDeps, 'realtime'>,
	announcementId: number,
	afterId: number,
): Promise<number | null> {
	return db.transaction(async (tx) => {
		const range = { afterId, size: BATCH_SIZE };
		const { lastId, mailed } = await insertNextBatch(tx, announcementId, range);
		await addTask(
			tx,
			notificationMailTask,
			mailed.map((notification) => ({ letter: 'notice', ...notification })),
		);
		return lastId;
	});
}
