import { DEAL_LIMITS } from './facts.ts';

/** Whole rupees between which something is possible. */
export interface AmountRange {
	min: number;
	max: number;
}

/** What a buyer can offer for this price: whole rupees from half of it, so that of ₹99.99 it is ₹50 to ₹99. */
export function offerRange(priceRupees: number): AmountRange {
	return {
		min: Math.ceil((Math.round(priceRupees * 100) * DEAL_LIMITS.offerMinShare) / 100),
		max: Math.floor(priceRupees),
	};
}

/** What a seller can ask instead of this offer. */
export function counterRange(priceRupees: number, offeredRupees: number): AmountRange {
	return { min: offeredRupees + 1, max: Math.floor(priceRupees) };
}

export function isWithinRange(amount: number, { min, max }: AmountRange): boolean {
	return Number.isInteger(amount) && amount >= min && amount <= max;
}

/** Whether any amount fits: not for a free item, or one of ₹0.80. */
export function hasAmounts({ min, max }: AmountRange): boolean {
	return min <= max && max > 0;
}
