import * as z from 'zod/mini';
import { defineTask } from '#server/jobs/tasks.ts';

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
