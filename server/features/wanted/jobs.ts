import { PAGES } from '#contract/core/pages.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import {
	type NotifyInBatchesDeps,
	notifyInBatches,
} from '#server/features/notifications/commands.ts';
import { shortTitle } from '#server/features/notifications/present.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { type EndingPost, eraseDeletedPosts, markEndingPosts } from './queries.ts';

/** Posts per transaction. */
const BATCH_SIZE = 200;

/** The jobs that notify the owners of wanted posts that end soon, and erase deleted posts. */
export function wantedJobs(deps: NotifyInBatchesDeps): Job[] {
	// Every hour, because the notification states in how many days a post ends.
	return [
		{ name: 'wanted-ending', schedule: '0 * * * *', run: () => notifyOwnersOfEnding(deps) },
		{ name: 'wanted-erasure', schedule: '20 3 * * *', run: () => eraseDeletedPosts(deps.db) },
	];
}

/** Notifies the owners of posts that end soon, once per post. */
async function notifyOwnersOfEnding(deps: NotifyInBatchesDeps): Promise<void> {
	await notifyInBatches(deps, 'wanted-ending', async (tx) => {
		const ending = await markEndingPosts(tx, BATCH_SIZE);
		return { notifications: ending.map(notificationOf), isLast: ending.length < BATCH_SIZE };
	});
}

function notificationOf({ id, userId, title }: EndingPost) {
	return {
		userId,
		title: WANTED_MESSAGES.ending(shortTitle(title)),
		message: WANTED_MESSAGES.endingText,
		link: PAGES.wantedPost.replace(':id', String(id)),
	};
}
