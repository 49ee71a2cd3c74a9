import * as z from 'zod/mini';
import { idWithMessage } from '#contract/core/ids.ts';
import { ITEM_STATUSES } from './facts.ts';
import { WATCHING_LIMITS, WATCHING_MESSAGES } from './watching-facts.ts';

/** Sent with `watch-items`: the items that a page shows from now on; none ends it. */
export const watchItems = z.object({
	itemIds: z
		.array(idWithMessage(WATCHING_MESSAGES.itemIds), WATCHING_MESSAGES.itemIds)
		.check(z.maxLength(WATCHING_LIMITS.itemsMax, WATCHING_MESSAGES.itemIds)),
});

/** Told with `item-changed`. */
export const itemChanged = z.object({
	itemId: z.int(),
	/** Rupees. */
	price: z.number(),
	/** Null while nobody has it reserved. */
	reservedUntil: z.nullable(z.iso.datetime()),
	/** `banned` is whatever the public does not find any more, for whatever reason. */
	status: z.enum(ITEM_STATUSES),
});
export type ItemChanged = z.infer<typeof itemChanged>;

/** How the watched items stand when the watching begins, without those that the public does not find. */
export const watchedItems = z.object({ items: z.array(itemChanged) });
export type WatchedItems = z.infer<typeof watchedItems>;
