import type { DealRole } from '#contract/deals/facts.ts';
import { isSeenBy, type Offer, type Pair, type World } from './state.ts';

/** Whole rupees that a buyer may offer: from half the price to the price. */
export function offerBounds({ price }: World) {
	return { min: Math.ceil((price * 100) / 2 / 100), max: Math.floor(price) };
}

/** Whole rupees that the seller may ask instead: more than the offer, at most the price. */
export function counterBounds({ price }: World, { amount }: Offer) {
	return { min: amount + 1, max: Math.floor(price) };
}

/** How many offers the buyer can still make: three in each listing at each price. */
export function attemptsLeft(
	{ price, listingNumber }: World,
	{ offers }: Pair,
	role: DealRole,
): number {
	const countedOffers = offers
		.filter(isSeenBy(role))
		.filter(
			(offer) =>
				offer.by === 'buyer' && offer.askedPrice === price && offer.listingNumber === listingNumber,
		);
	return Math.max(0, 3 - countedOffers.length);
}

/** Amounts on which this buyer and the seller have agreed in this listing. */
export function acceptedAmounts({ listingNumber }: World, { offers }: Pair): number[] {
	return offers
		.filter((offer) => offer.end === 'accepted' && offer.listingNumber === listingNumber)
		.map(({ amount }) => amount);
}
