import * as z from 'zod/mini';
import { item } from '#contract/items/schemas.ts';

/** A saved item that the public can still see; it may be sold. */
export const publicSavedItem = z.extend(item, {
	/** Never `removed`, by which the other kind is told. */
	status: z.enum(['available', 'sold']),
	/** Rupees at the time of saving. */
	savedPrice: z.number(),
});
export type PublicSavedItem = z.infer<typeof publicSavedItem>;

/** A saved item that is no longer public: no more than its title is shown. */
export const removedSavedItem = z.object({
	id: z.int(),
	title: z.string(),
	isAvailable: z.literal(false),
	status: z.literal('removed'),
});
export type RemovedSavedItem = z.infer<typeof removedSavedItem>;

export const savedItem = z.discriminatedUnion('status', [publicSavedItem, removedSavedItem]);
export type SavedItem = z.infer<typeof savedItem>;
