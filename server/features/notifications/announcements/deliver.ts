import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { Db } from '#server/db/client.ts';
import type { AddTasks } from '#server/jobs/tasks.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import { insertNextBatch, isUndelivered, setDelivered } from './queries.ts';

interface AnnouncementDeps {
	db: Db;
	addTasks: AddTasks;
	realtime: Pick<Realtime, 'toAll'>;
}

/** People at a time: a statement of some tens of milliseconds, so that nobody waits behind it. */
const BATCH_SIZE = 1000;

/**
 * Gives an announcement to everyone. What an earlier try has done stays done: who has it is neither given nor mailed it
 * again, so it may be killed at any point, and run twice at once.
 */
export async function deliverAnnouncement(
	{ db, addTasks, realtime }: AnnouncementDeps,
	announcementId: number,
): Promise<void> {
	if (!(await isUndelivered(db, announcementId))) return;
	let afterId: number | null = 0;
	while (afterId !== null) afterId = await deliverBatch({ db, addTasks }, announcementId, afterId);
	await setDelivered(db, announcementId);
	realtime.toAll(REALTIME_EVENTS.notificationsChanged, {});
}

/** Notices and the tasks that mail them come into being together, or not at all. */
function deliverBatch(
	{ db, addTasks }: Omit<AnnouncementDeps, 'realtime'>,
	announcementId: number,
	afterId: number,
): Promise<number | null> {
	return db.transaction(async (tx) => {
		const range = { afterId, size: BATCH_SIZE };
		const { lastId, mailed } = await insertNextBatch(tx, announcementId, range);
		await addTasks(
			tx,
			'notice-mail',
			mailed.map((notification) => ({ letter: 'notice', ...notification })),
		);
		return lastId;
	});
}
