const SEPARATORS = /[\s-]/g;
const ISBN_10 = /^\d{9}[\dXx]$/;
const ISBN_13 = /^97[89]\d{10}$/;

/**
 * Parses an ISBN of 10 or 13 digits, with or without hyphens and spaces.
 * @returns the ISBN as 13 digits; undefined if the text is no ISBN or has a wrong check digit (ISO 2108)
 */
export function parseIsbn(typed: string): string | undefined {
	const digits = typed.replace(SEPARATORS, '');
	if (ISBN_10.test(digits)) return hasValidIsbn10Check(digits) ? toIsbn13(digits) : undefined;
	if (!ISBN_13.test(digits)) return undefined;
	return isbn13CheckDigit(digits) === digits.at(-1) ? digits : undefined;
}

/** Formats an ISBN as 978-0138147570. The places of further hyphens depend on the publisher, so there are none. */
export function formatIsbn(isbn13: string): string {
	return ISBN_13.test(isbn13) ? `${isbn13.slice(0, 3)}-${isbn13.slice(3)}` : isbn13;
}

/** The sum of the digits, weighted 10 to 1, must be a multiple of 11; X stands for 10. */
function hasValidIsbn10Check(digits: string): boolean {
	const digitValue = (digit: string) => (digit.toUpperCase() === 'X' ? 10 : Number(digit));
	const sum = [...digits].reduce(
		(total, digit, index) => total + digitValue(digit) * (10 - index),
		0,
	);
	return sum % 11 === 0;
}

function toIsbn13(isbn10: string): string {
	const body = `978${isbn10.slice(0, 9)}`;
	return body + isbn13CheckDigit(body);
}

/** The sum of the first twelve digits, weighted 1 and 3 in turn, and the check digit must be a multiple of 10. */
function isbn13CheckDigit(digits: string): string {
	const sum = [...digits.slice(0, 12)].reduce(
		(total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
		0,
	);
	return String((10 - (sum % 10)) % 10);
}
