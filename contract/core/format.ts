/** The price of an item: 'Free' for 0, else as `formatRupees`. */
export function formatPrice(priceRupees: number): string {
	return priceRupees === 0 ? 'Free' : formatRupees(priceRupees);
}

/**
 * Formats rupees with Indian grouping: ₹1,23,456.50, or ₹380 without paise (requirements, "Items"). Without `Intl`, whose
 * first use takes a phone 50 ms during hydration.
 */
export function formatRupees(amountRupees: number): string {
	const [rupees = '', paise] = Math.abs(amountRupees).toFixed(2).split('.');
	return `${amountRupees < 0 ? '-' : ''}₹${groupLakhs(rupees)}${paise === '00' ? '' : `.${paise}`}`;
}

/** '1,23,456'. */
export function formatCount(count: number): string {
	return groupLakhs(String(count));
}

const groupLakhs = (digits: string) => digits.replace(/\B(?=(\d\d)*\d{3}$)/g, ',');
