import { DEAL_LIMITS } from './facts.ts';
import type { Deal } from './schemas.ts';

/** The lowest and the highest possible amount, both in whole rupees. */
export interface AmountRange {
	min: number;
	max: number;
}

/** What a buyer can offer: from half of the price up to the price. For ₹99.99 that is ₹50 to ₹99. */
export function offerRange(priceRupees: number): AmountRange {
	return {
		min: Math.ceil((Math.round(priceRupees * 100) * DEAL_LIMITS.offerMinShare) / 100),
		max: Math.floor(priceRupees),
	};
}

/** What a seller can ask in a counter-offer: more than the offer, and at most the price. */
export function counterRange(priceRupees: number, offeredRupees: number): AmountRange {
	return { min: offeredRupees + 1, max: Math.floor(priceRupees) };
}

export function isWithinRange(amount: number, { min, max }: AmountRange): boolean {
	return Number.isInteger(amount) && amount >= min && amount <= max;
}

/** Whether the range contains an amount. It contains none for a free item, or for one of ₹0.80. */
export function hasAmounts({ min, max }: AmountRange): boolean {
	return min <= max && max > 0;
}

/** The one price of a deal: of its sale or its reservation. Undefined while there is neither. */
export function agreedPrice({ sale, reservation }: Deal): number | undefined {
	return sale?.price ?? reservation?.amount;
}
