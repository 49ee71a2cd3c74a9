import type { DealEvent } from '#contract/deals/events.ts';
import { type Deal, deal } from '#contract/deals/schemas.ts';
import { STUDENT } from './account-replies.ts';
import { sample } from './sample.ts';

const HOUR_MS = 3_600_000;

/** The time in this many hours, as the API sends it. */
export function inHours(hours: number): string {
	return new Date(Date.now() + hours * HOUR_MS).toISOString();
}

/** A deal of `STUDENT`, by default as a buyer of an item for ₹450 about which nothing is agreed. */
export function sampleDeal(changes: Partial<Deal> = {}): Deal {
	const ids = { itemId: 500, buyerId: STUDENT.id, sellerId: 99 };
	return sample(deal, { ...ids, askedPrice: 450, attemptsLeft: 3, queuesLeft: 10, ...changes });
}

export function sampleOffer(changes: Partial<NonNullable<Deal['offer']>> = {}) {
	const amounts = { amount: 360, by: 'buyer' as const, isCounter: false };
	return { id: 31, ...amounts, expiresAt: inHours(24), ...changes };
}

export function sampleReservation(changes: Partial<NonNullable<Deal['reservation']>> = {}) {
	return { amount: 400, until: inHours(48), startedAt: inHours(-1), ...changes };
}

export function sampleHandover(changes: Partial<NonNullable<Deal['handover']>> = {}) {
	return {
		id: 41,
		proposedBy: 'seller' as const,
		spot: { id: 3, name: 'Library steps', hint: 'By the notice board' },
		slots: [inHours(24), inHours(30)],
		agreedSlot: null,
		done: { buyer: null, seller: null },
		...changes,
	};
}

export function sampleSale(changes: Partial<NonNullable<Deal['sale']>> = {}) {
	const confirmed = 'waiting' as const;
	return { price: 400, soldAt: inHours(-1), confirmed, completedAt: null, ...changes };
}

export function sampleReview(changes: Partial<NonNullable<Deal['review']>> = {}) {
	const nothing = { mine: null, theirs: null, isPublished: false };
	return { saleId: 1, ...nothing, until: inHours(24 * 14), ...changes };
}

/** A step of a deal, as the messages of its chat have it. */
export function sampleEvent(
	type: DealEvent['type'],
	details: Omit<DealEvent, 'type'> = {},
): DealEvent {
	return { type, ...details };
}
