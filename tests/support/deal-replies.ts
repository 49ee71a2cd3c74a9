import type { DealEvent } from '#contract/deals/events.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { STUDENT } from './account-replies.ts';

const HOUR_MS = 3_600_000;

/** The time in this many hours, as the API sends it. */
export function inHours(hours: number): string {
	return new Date(Date.now() + hours * HOUR_MS).toISOString();
}

/** A deal of `STUDENT`, by default as a buyer of an item for ₹450 about which nothing is agreed. */
export function sampleDeal(changes: Partial<Deal> = {}): Deal {
	return {
		itemId: 500,
		buyerId: STUDENT.id,
		sellerId: 99,
		role: 'buyer',
		askedPrice: 450,
		offer: null,
		attemptsLeft: 3,
		queuesLeft: 10,
		acceptedAmounts: [],
		reservation: null,
		queue: null,
		handover: null,
		sale: null,
		review: null,
		actions: [],
		...changes,
	};
}

export function sampleOffer(changes: Partial<NonNullable<Deal['offer']>> = {}) {
	return {
		id: 31,
		amount: 360,
		by: 'buyer' as const,
		expiresAt: inHours(24),
		isCounter: false,
		...changes,
	};
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
	return {
		price: 400,
		soldAt: inHours(-1),
		confirmed: 'waiting' as const,
		completedAt: null,
		...changes,
	};
}

export function sampleReview(changes: Partial<NonNullable<Deal['review']>> = {}) {
	return {
		saleId: 1,
		mine: null,
		theirs: null,
		isPublished: false,
		until: inHours(24 * 14),
		...changes,
	};
}

/** A step of a deal, as the messages of its chat have it. */
export function sampleEvent(
	type: DealEvent['type'],
	details: Omit<DealEvent, 'type'> = {},
): DealEvent {
	return { type, ...details };
}
