import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import type { Db } from '#server/db/client.ts';
import type { AddTasks } from '#server/jobs/tasks.ts';
import type { Live } from '#server/realtime/realtime.ts';
import { deliverToNext, isUndelivered, setDelivered } from './queries.ts';

interface Announcer {
	db: Db;
	addTasks: AddTasks;
	live: Pick<Live, 'toAll'>;
}

/** People at a time: a statement of some tens of milliseconds, so that nobody waits behind it. */
const BATCH = 1000;

/**
 * Gives an announcement to everyone. What an earlier try has done stays done: who has it is neither given nor mailed it
 * again, so it may be killed at any point, and run twice at once.
 */
export async function deliverAnnouncement(
	{ db, addTasks, live }: Announcer,
	announcementId: number,
): Promise<void> {
	if (!(await isUndelivered(db, announcementId))) return;
	let afterId: number | null = 0;
	while (afterId !== null) afterId = await deliverBatch({ db, addTasks }, announcementId, afterId);
	await setDelivered(db, announcementId);
	live.toAll(LIVE_EVENTS.noticesChanged, {});
}

/** Notices and the tasks that mail them come into being together, or not at all. */
function deliverBatch(
	{ db, addTasks }: Omit<Announcer, 'live'>,
	announcementId: number,
	afterId: number,
): Promise<number | null> {
	return db.transaction(async (tx) => {
		const place = { afterId, size: BATCH };
		const { lastId, mailed } = await deliverToNext(tx, announcementId, place);
		await addTasks(
			tx,
			'notice-mail',
			mailed.map((notice) => ({ letter: 'notice', ...notice })),
		);
		return lastId;
	});
}
