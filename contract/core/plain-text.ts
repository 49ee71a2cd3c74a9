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

/** The soft hyphen, zero-width characters, marks of direction, joiners and tags. */
const INVISIBLE = /(?=\p{Default_Ignorable_Code_Point})\p{Cf}/gu;

/** Characters without a shape of their own that letters of some scripts and emoji need. */
const JOINER = /\u200c|\u200d|[\u{e0020}-\u{e007f}]/u;

/** Removes characters that nobody sees: they come along when text is copied. */
export function withoutInvisible(text: string): string {
	return text.replace(INVISIBLE, '');
}

/** Like `withoutInvisible`, for text that is shown: keeps joiners. */
export function withoutInvisibleButJoiners(text: string): string {
	return text.replace(INVISIBLE, (character) => (JOINER.test(character) ? character : ''));
}
