import * as z from 'zod/mini';
import { defineTask } from '#server/jobs/tasks.ts';

/**
 * Added with each new item, for what follows from it outside of the request. A rush of them leaves most of the time to
 * everything else.
 */
export const itemPostedTask = defineTask('item-posted', z.object({ itemId: z.int() }), {
	concurrency: 5,
	timeShare: 0.03,
});
/** An item's price has fallen: people who saved it are notified where it fell far enough. */
export const priceDropTask = defineTask('price-drop', z.object({ itemId: z.int() }), {
	concurrency: 2,
});

/**
 * An item, or all items of a seller, came back on sale. For those that still are, the people who saved them are
 * notified. `since` is when they came back, by the database's clock.
 */
export const backOnSaleTask = defineTask(
	'back-on-sale',
	z.union([
		z.object({
			itemId: z.int(),
			since: z.iso.datetime(),
			/** Who had the item until then: what ended it has told them. */
			exceptUserId: z.optional(z.int()),
		}),
		z.object({ sellerId: z.int(), since: z.iso.datetime() }),
	]),
	{ concurrency: 2 },
);
