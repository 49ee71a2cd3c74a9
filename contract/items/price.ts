import * as z from 'zod/mini';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_LIMITS, UNSIGNED_DECIMAL_PATTERN } from './facts.ts';

/**
 * Rupees, as typed in a form or sent as a number.
 * @param invalid the form's message for a value that is not a number, is below `min` or has more than two decimals
 * (decisions, "Items"); above the range every form says the range
 */
export function priceRupees(invalid: string, min: number = ITEM_LIMITS.priceMin) {
	return z.pipe(
		z.union([z.number(), z.string()], invalid),
		z.pipe(
			z.transform(parsePrice),
			z
				.number(invalid)
				.check(
					z.refine(hasWholePaise, { message: invalid, abort: true }),
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

/** True for prices outside the range, which another rule refuses with its own message. */
function hasWholePaise(rupees: number): boolean {
	const isOutside = rupees <= 0 || rupees > ITEM_LIMITS.priceMax;
	return isOutside || Math.round(rupees * 100) / 100 === rupees;
}
