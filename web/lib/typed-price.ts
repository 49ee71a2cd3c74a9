const CURRENCY = String.raw`(?:₹|rs\.?|inr|rupees?)`;
const CURRENCY_PREFIX = new RegExp(`^${CURRENCY}\\s*`, 'iu');
/** Indian bills end a price with '/-': ₹500/-. */
const CURRENCY_SUFFIX = new RegExp(`\\s*(?:/-|${CURRENCY})$`, 'iu');
/** Digits grouped by commas or spaces: the last group has three digits, those before it two (Indian) or three. */
const GROUPED = /^\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3}(?:\.\d*)?$/u;
const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;
const DEVANAGARI_ZERO = 0x0966;

/**
 * Converts a price as people type it to the plain number of the contract: '₹1,20,000.50' to '120000.50'. Text that is
 * no price stays unchanged, and the price rule rejects it.
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
