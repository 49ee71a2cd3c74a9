import { formatPrice } from '#contract/core/format.ts';

/** '₹450', and '₹0' within a sentence in which 'Free' would not fit. */
export function formatRupees(rupees: number): string {
	return rupees === 0 ? '₹0' : formatPrice(rupees);
}
