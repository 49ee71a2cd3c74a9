import * as z from 'zod/mini';
import { DEAL_EVENT_TYPES } from './facts.ts';

/**
 * The spot of a hand-over, as the catalogue had it when the hand-over was proposed; or a place in the words of the person
 * who proposed it, as the name of a spot without id and hint.
 */
export const handoverSpot = z.object({
	/** Id in the catalogue, from which the spot may have been removed since; null for a place in own words. */
	id: z.nullable(z.int()),
	name: z.string(),
	hint: z.string(),
});

/** A step of a deal as data. The text of its message in the chat says the same in words. */
export const dealEvent = z.object({
	type: z.enum(DEAL_EVENT_TYPES),
	/** Rupees. */
	amount: z.optional(z.number()),
	offerId: z.optional(z.int()),
	expiresAt: z.optional(z.iso.datetime()),
	/** End of the reservation. */
	until: z.optional(z.iso.datetime()),
	/** Place in the queue, from 1. */
	place: z.optional(z.int()),
	turnUntil: z.optional(z.iso.datetime()),
	handoverId: z.optional(z.int()),
	spot: z.optional(handoverSpot),
	slots: z.optional(z.array(z.iso.datetime())),
	slot: z.optional(z.iso.datetime()),
	/** The sale that a review is about. */
	saleId: z.optional(z.int()),
	/** Price of a sale, in rupees. */
	price: z.optional(z.number()),
	/** Why an offer, a reservation or a queue place ended: the seller named another buyer of the item. */
	isSoldElsewhere: z.optional(z.boolean()),
	/** The same, if the seller has named no buyer. */
	isSold: z.optional(z.boolean()),
	/** The same, if the seller has removed the item. */
	isRemoved: z.optional(z.boolean()),
});
export type DealEvent = z.infer<typeof dealEvent>;

/** Data of `deal-changed`, sent to all devices of the buyer and the seller. */
export const dealChanged = z.object({ itemId: z.int(), buyerId: z.int() });
export type DealChanged = z.infer<typeof dealChanged>;
