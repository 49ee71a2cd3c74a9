const CURRENCY = String.raw`(?:₹|rs\.?|inr|rupees?)`;
const CURRENCY_PREFIX = new RegExp(`^${CURRENCY}\\s*`, 'iu');
/** '/-' closes a price on Indian bills: ₹500/-. */
const CURRENCY_SUFFIX = new RegExp(`\\s*(?:/-|${CURRENCY})$`, 'iu');
/** Thousands stand in threes, and above them in twos the Indian way, parted by commas or spaces. */
const GROUPED = /^\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3}(?:\.\d*)?$/u;
const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;
const DEVANAGARI_ZERO = 0x0966;

/**
 * A price as people type it, as the plain number that the contract takes: '₹1,20,000.50' is '120000.50'. What is no price
 * stays as it is, for the price rule to refuse.
 */
export function parseTypedPrice(typed: string): string {
	const stripped = typed
		.trim()
		.replace(CURRENCY_PREFIX, '')
		.replace(CURRENCY_SUFFIX, '')
		.replace(/[०-९]/g, asciiDigit);
	if (!(GROUPED.test(stripped) || PLAIN.test(stripped))) return typed;
	return stripped.replace(/[,\s]/gu, '').replace(/^\./, '0.').replace(/\.$/, '');
}

function asciiDigit(digit: string): string {
	return String(digit.charCodeAt(0) - DEVANAGARI_ZERO);
}
