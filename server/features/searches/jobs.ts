import { itemPostedTask } from '#server/features/items/tasks.ts';
import type { NotifyInBatchesDeps } from '#server/features/notifications/commands.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { handleTask, handleTasksTogether } from '#server/jobs/tasks.ts';
import { deleteOldMatches } from './alert-queries.ts';
import { matchPosted } from './match-posted.ts';
import { deleteRemoved } from './queries.ts';
import { compileOutdated } from './recompile.ts';
import { sendAlerts } from './send-alerts.ts';
import { compileSearchesTask } from './tasks.ts';

/** Jobs that match new items with saved searches, send alerts, compile searches again, and delete old rows. */
export function searchJobs(deps: NotifyInBatchesDeps & { timeZone: string }): Job[] {
	return [
		handleTasksTogether(itemPostedTask, async (posted) => {
			await matchPosted(
				deps,
				posted.map(({ itemId }) => itemId),
			);
			await sendAlerts(deps);
		}),
		// Sends the instant alerts that were delayed by INSTANT_ALERT_INTERVAL_MS, and the daily alerts.
		{ name: 'send-search-alerts', schedule: '* * * * *', run: () => sendAlerts(deps) },
		handleTask(compileSearchesTask, () => compileOutdated(deps)),
		{ name: 'compile-old-searches', schedule: '35 3 * * *', run: () => compileOutdated(deps) },
		{ name: 'sweep-removed-searches', schedule: '15 * * * *', run: () => deleteRemoved(deps.db) },
		{ name: 'sweep-search-matches', schedule: '25 3 * * *', run: () => deleteOldMatches(deps.db) },
	];
}
