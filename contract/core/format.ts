/** The price of an item: 'Free' for 0, else as `formatRupees`. */
export function formatPrice(priceRupees: number): string {
	return priceRupees === 0 ? 'Free' : formatRupees(priceRupees);
}

/**
 * Formats rupees with Indian grouping: ₹1,23,456.50, or ₹380 without paise. Without `Intl`, whose
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

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT =
	/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name or a title, as it is put into a sentence: a text from right to left would otherwise turn around the amounts
 * and names beside it. Other texts need no isolates and stay as they are. In JSX `<bdi>` does the same.
 */
export function isolated(text: string): string {
	return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
