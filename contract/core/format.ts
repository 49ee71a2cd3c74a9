/**
 * Rupees the Indian way: ₹1,23,456.50 and, without paise, ₹380 (decisions, "Items"). By hand: the first use of `Intl` takes
 * a phone 50 ms, while the page is being taken over.
 */
export function formatPrice(priceRupees: number): string {
	const [rupees = '', paise] = Math.abs(priceRupees).toFixed(2).split('.');
	return `${priceRupees < 0 ? '-' : ''}₹${groupLakhs(rupees)}${paise === '00' ? '' : `.${paise}`}`;
}

/** '1,23,456'. */
export function formatCount(count: number): string {
	return groupLakhs(String(count));
}

const groupLakhs = (digits: string) => digits.replace(/\B(?=(\d\d)*\d{3}$)/g, ',');
