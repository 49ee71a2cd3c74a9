const CURRENCY = String.raw`(?:₹|rs\.?|inr|rupees?)`;
const BEFORE = new RegExp(`^${CURRENCY}\\s*`, 'iu');
/** '/-' closes a price on Indian bills: ₹500/-. */
const BEHIND = new RegExp(`\\s*(?:/-|${CURRENCY})$`, 'iu');
/** Thousands stand in threes, and above them in twos the Indian way, parted by commas or spaces. */
const GROUPED = /^\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3}(?:\.\d*)?$/u;
const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;
const DEVANAGARI_ZERO = 0x0966;

/**
 * A price as people type it, as the plain number that the contract takes: '₹1,20,000.50' is '120000.50'. What is no price
 * stays as it is, for the price rule to refuse.
 */
export function readTypedPrice(typed: string): string {
	const bare = typed.trim().replace(BEFORE, '').replace(BEHIND, '').replace(/[०-९]/g, asciiDigit);
	if (!(GROUPED.test(bare) || PLAIN.test(bare))) return typed;
	return bare.replace(/[,\s]/gu, '').replace(/^\./, '0.').replace(/\.$/, '');
}

function asciiDigit(digit: string): string {
	return String(digit.charCodeAt(0) - DEVANAGARI_ZERO);
}
