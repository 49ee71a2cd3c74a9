import * as z from 'zod/mini';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredKeys } from '#server/db/once.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { defineTask, handleTask } from '#server/jobs/tasks.ts';
import { deleteUnusedTitleWords } from './search/title-word-queries.ts';

/** Deletes title words that no item on sale has any more, after an account was erased. */
export const deleteTitleWordsTask = defineTask('forget-title-words', z.object({}), {
	concurrency: 1,
});

/** Jobs that delete expired idempotency keys, and title words that no item on sale has. */
export function itemJobs({ db }: { db: Db }): Job[] {
	const deleteTitleWords = () => deleteUnusedTitleWords(db);
	return [
		{
			name: 'sweep-retry-keys',
			schedule: '45 3 * * *',
			run: () => deleteExpiredKeys(db),
		},
		{ name: 'sweep-title-words', schedule: '0 5 * * *', run: deleteTitleWords },
		handleTask(deleteTitleWordsTask, deleteTitleWords),
	];
}
