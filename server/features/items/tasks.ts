import * as z from 'zod/mini';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredKeys } from '#server/db/once.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { defineTask, handleTask } from '#server/jobs/tasks.ts';
import { deleteUnusedTitleWords } from './search/spelling-queries.ts';

/**
 * Added with each new item: compares it with the saved searches, after the request. `timeShare` keeps a burst of new
 * items from slowing down other work.
 */
export const itemPostedTask = defineTask('item-posted', z.object({ itemId: z.int() }), {
	concurrency: 5,
	timeShare: 0.03,
});
/** An item's price has fallen: users who saved the item are notified if the drop is large enough. */
export const priceDropTask = defineTask('price-drop', z.object({ itemId: z.int() }), {
	concurrency: 2,
});

/**
 * An item, or all items of a seller, came back on sale. Users who saved them are notified, if the items are still on
 * sale when the task runs. `since` is when they came back, by the database's clock.
 */
export const backOnSaleTask = defineTask(
	'back-on-sale',
	z.union([
		z.object({
			itemId: z.int(),
			since: z.iso.datetime(),
			/** The buyer whose reservation or turn ended. They get another notification about its end. */
			exceptUserId: z.optional(z.int()),
		}),
		z.object({ sellerId: z.int(), since: z.iso.datetime() }),
	]),
	{ concurrency: 2 },
);

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
