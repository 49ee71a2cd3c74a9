import * as z from 'zod/mini';
import { defineTask } from '#server/jobs/tasks.ts';

/** Added with each new item, for what follows from it outside of the request. */
export const itemPostedTask = defineTask('item-posted', z.object({ itemId: z.int() }), {
	concurrency: 100,
});
