import * as z from 'zod/mini';
import { DEAL_EVENT_TYPES, type DealEventType } from '#contract/deals/facts.ts';

/** How many deals of an item, and steps of each deal, the item's panel shows: the newest ones. */
export const ADMIN_DEAL_LIMITS = { deals: 20, steps: 30 } as const;

export const DEAL_EVENT_LABELS = {
	'offer-made': 'Offer made',
	'offer-countered': 'Counter-offer made',
	'offer-accepted': 'Offer accepted',
	'offer-declined': 'Offer declined',
	'offer-withdrawn': 'Offer withdrawn',
	'offer-lapsed': 'Offer lapsed',
	reserved: 'Reserved',
	released: 'Reservation released',
	'reservation-ended': 'Reservation ended',
	'queue-joined': 'Joined the queue',
	'queue-left': 'Left the queue',
	'queue-ended': 'Queue ended',
	'turn-began': 'Turn began',
	'turn-passed': 'Turn passed',
	'turn-lapsed': 'Turn lapsed',
	'handover-proposed': 'Hand-over proposed',
	'handover-agreed': 'Hand-over agreed',
	'handover-cancelled': 'Hand-over called off',
	'handover-done': 'Hand-over done',
	'handover-no-deal': 'Met without a deal',
	'handover-contested': 'Missed hand-over contested',
	'handover-missed': 'Did not come',
	sold: 'Sold',
	'sale-confirmed': 'Sale confirmed',
	'sale-denied': 'Sale denied',
	'deal-completed': 'Deal completed',
	reviewed: 'Reviewed',
	'review-answered': 'Review answered',
} as const satisfies Record<DealEventType, string>;

const dealStep = z.object({ type: z.enum(DEAL_EVENT_TYPES), at: z.iso.datetime() });

/** The deal of a reported chat, shown with the report about one of its two people. */
export const adminDealSummary = z.object({
	itemId: z.int(),
	itemTitle: z.string(),
	buyerId: z.int(),
	startedAt: z.iso.datetime(),
	/** The newest step; null for a deal without any. */
	lastStep: z.nullable(dealStep),
});
export type AdminDealSummary = z.infer<typeof adminDealSummary>;

/** A deal of an item with its steps. */
export const adminDeal = z.object({
	buyer: z.object({ id: z.int(), userName: z.string() }),
	startedAt: z.iso.datetime(),
	changedAt: z.iso.datetime(),
	/** Oldest first, of the newest `ADMIN_DEAL_LIMITS.steps`. */
	steps: z.array(z.extend(dealStep, { id: z.int() })),
});
export type AdminDeal = z.infer<typeof adminDeal>;

/** Numbers about a user's deals, for the user's panel. */
export const adminUserDeals = z.object({
	completed: z.int(),
	/** Hand-overs to which the user did not come, in the last `DEAL_LIMITS.missedDays` days. */
	missed: z.int(),
	/** Published reviews about the user that are not hidden. */
	reviews: z.int(),
	/** The average of these reviews; null if there are fewer than `DEAL_LIMITS.ratedFrom`. */
	rating: z.nullable(z.number()),
});
export type AdminUserDeals = z.infer<typeof adminUserDeals>;
