import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { Db } from '#server/db/client.ts';
import { notifyUsers } from '#server/features/notifications/commands.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import { type EndingPost, markEndingPosts } from './ending-queries.ts';

interface WantedJobDeps {
	db: Db;
	addTask: AddTask;
	realtime: Pick<Realtime, 'toUser'>;
}

/** Posts of one transaction. */
const BATCH_SIZE = 200;

export function wantedJobs(deps: WantedJobDeps): Job[] {
	// Every hour: the notification says in how many days a post ends.
	return [{ name: 'wanted-ending', schedule: '0 * * * *', run: () => notifyOwnersOfEnding(deps) }];
}

/** Tells the owners of posts that end soon, each once. */
async function notifyOwnersOfEnding(deps: WantedJobDeps): Promise<void> {
	while ((await notifyBatch(deps)) === BATCH_SIZE);
}

async function notifyBatch({ db, addTask, realtime }: WantedJobDeps): Promise<number> {
	const { count, userIds } = await db.transaction(async (tx) => {
		const ending = await markEndingPosts(tx, BATCH_SIZE);
		const notifications = ending.map(notificationOf);
		const notified = await notifyUsers({ db: tx, addTask }, 'wanted-ending', notifications);
		return { count: ending.length, userIds: notified };
	});
	for (const userId of userIds) realtime.toUser(userId, REALTIME_EVENTS.notificationsChanged, {});
	return count;
}

function notificationOf({ id, userId, title }: EndingPost) {
	return {
		userId,
		title: WANTED_MESSAGES.ending(title),
		message: WANTED_MESSAGES.endingText,
		link: PAGES.wantedPost.replace(':id', String(id)),
	};
}
