/** The digit zero of each script used in India, of Arabic and of the full-width forms; the other nine digits follow it. */
const ZEROS = [...'٠۰०০੦૦୦௦౦೦൦０'].map((zero) => zero.codePointAt(0) ?? 0);

/** Writes the digits of other scripts as 0 to 9. */
export function withAsciiDigits(text: string): string {
	return text.replace(/\p{Nd}/gu, (digit) => {
		const point = digit.codePointAt(0) ?? 0;
		const zero = ZEROS.find((first) => point >= first && point < first + 10);
		return zero === undefined ? digit : String(point - zero);
	});
}

/**
 * Removes the soft hyphen, zero-width characters and marks of direction. They come along when text is copied, and
 * nobody sees them.
 */
export function withoutInvisible(text: string): string {
	return text.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '');
}
