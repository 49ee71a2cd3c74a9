import * as z from 'zod/mini';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_LIMITS, UNSIGNED_DECIMAL_PATTERN } from './facts.ts';

/**
 * A price in rupees, as typed in a form or sent as a number.
 * @param invalid the message for a value that is not a number, is below `min` or has more than two decimals. A value
 * that is too high gets the same message in every form, which names the range.
 */
export function priceRupees(invalid: string, min: number = ITEM_LIMITS.priceMin) {
	return z.pipe(
		z.union([z.number(), z.string()], invalid),
		z.pipe(
			z.transform(parsePrice),
			z
				.number(invalid)
				.check(
					z.refine(hasWholePaiseOrIsTooHigh, { message: invalid, abort: true }),
					z.minimum(min, invalid),
					z.maximum(ITEM_LIMITS.priceMax, ITEM_ERRORS.price.message),
				),
		),
	);
}

function parsePrice(value: number | string): number {
	if (typeof value === 'number') return value;
	return UNSIGNED_DECIMAL_PATTERN.test(value.trim()) ? Number(value) : Number.NaN;
}

/** A price that is too high passes: another rule refuses it with its own message. */
function hasWholePaiseOrIsTooHigh(rupees: number): boolean {
	return rupees > ITEM_LIMITS.priceMax || hasWholePaise(rupees);
}

/** Whether an amount has at most two decimals. */
export function hasWholePaise(rupees: number): boolean {
	return Math.round(rupees * 100) / 100 === rupees;
}
