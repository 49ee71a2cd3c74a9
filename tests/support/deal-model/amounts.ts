import type { Offer, Pair, World } from './state.ts';

/** Whole rupees that a buyer may offer. */
export function offerBounds({ price }: World) {
	return { min: Math.ceil((price * 100) / 2 / 100), max: Math.floor(price) };
}

/** Whole rupees that the seller may ask instead. */
export function counterBounds({ price }: World, { amount }: Offer) {
	return { min: amount + 1, max: Math.floor(price) };
}

/** How many offers the buyer can still make in this listing at the current price. */
export function attemptsLeft({ price, listingNumber }: World, { offers }: Pair): number {
	const made = offers.filter(
		(offer) =>
			offer.by === 'buyer' && offer.askedPrice === price && offer.listingNumber === listingNumber,
	);
	return Math.max(0, 3 - made.length);
}

/** Amounts that were accepted between the two in this listing. */
export function acceptedAmounts({ listingNumber }: World, { offers }: Pair): number[] {
	return offers
		.filter((offer) => offer.end === 'accepted' && offer.listingNumber === listingNumber)
		.map(({ amount }) => amount);
}
