import * as z from 'zod/mini';
import { idWithMessage, list } from '#contract/core/schemas.ts';
import { WATCHING_ERRORS } from '#contract/items/errors.ts';
import { ITEM_STATUSES } from './facts.ts';
import { reservedUntil } from './schemas.ts';
import { WATCHING_LIMITS } from './watching-facts.ts';

/** Data of `watch-items`: the items that a page shows from now on; an empty list stops watching. */
export const watchItems = z.object({
	itemIds: list(
		idWithMessage(WATCHING_ERRORS.itemIds.message),
		WATCHING_LIMITS.itemsMax,
		WATCHING_ERRORS.itemIds.message,
	),
});

/** Data of `item-changed`. */
export const itemChanged = z.object({
	itemId: z.int(),
	/** Rupees. */
	price: z.number(),
	reservedUntil,
	/** `banned` stands for every item that is no longer public, for any reason. */
	status: z.enum(ITEM_STATUSES),
});
export type ItemChanged = z.infer<typeof itemChanged>;

/** State of the watched items when watching begins, without items that are not public. */
export const watchedItems = z.object({ items: z.array(itemChanged) });
export type WatchedItems = z.infer<typeof watchedItems>;
