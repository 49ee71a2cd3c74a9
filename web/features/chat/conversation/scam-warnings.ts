import { findLinks, type TextPart } from './links.ts';

/**
 * `payment`: words typical of payment scams, or a UPI ID. `link`: a link to another site, an email address or a `tel:`
 * address.
 */
export type ScamWarning = 'payment' | 'link';

/**
 * English words, and Hindi words in Latin and Devanagari letters. They match as whole words only: no letter, combining
 * mark, digit or underscore may be directly before or after.
 */
const PAYMENT_WORDS = [
	'qr',
	'qrs',
	'qr[ -]?codes?',
	'o\\.?t\\.?p\\.?',
	'otps',
	'advance',
	'advans',
	'edvance',
	'peshgi',
	'scan',
	'scans',
	'scanning',
	'skan',
	'क्यू ?आर',
	'ओ\\.? ?टी\\.? ?पी\\.?',
	'एडवांस',
	'ऐडवांस',
	'अग्रिम',
	'पेशगी',
	'स्कैन',
].join('|');
const PART_OF_WORD = '[\\p{L}\\p{M}\\p{N}_]';
const PAYMENT_WORDS_PATTERN = new RegExp(
	`(?<!${PART_OF_WORD})(?:${PAYMENT_WORDS})(?!${PART_OF_WORD})`,
	'iu',
);

/** Matches `name@bank`. Unlike in an email address, no dot follows. */
const UPI_ID = /(?<![\w.-])[\w.-]{2,}@[a-z][a-z0-9]{2,}(?![\w-]|\.[a-z])/i;

/** The warnings to show to the recipient below a message; nearly all messages have none. */
export function scamWarningsFor(text: string): readonly ScamWarning[] {
	const warnings: ScamWarning[] = [];
	if (PAYMENT_WORDS_PATTERN.test(text) || UPI_ID.test(text)) warnings.push('payment');
	if (findLinks(text).some(leavesSite)) warnings.push('link');
	return warnings;
}

function leavesSite({ href = '' }: TextPart): boolean {
	return new URL(href).host !== globalThis.location?.host;
}
