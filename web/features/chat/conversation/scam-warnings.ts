import { findLinks } from './links.ts';

/** `payment`: words that come before most money is lost; `link`: an address outside the market. */
export type ScamWarning = 'payment' | 'link';

/** Whole words, English and as Hindi is written in both scripts; a letter or a sign that belongs to one ends none. */
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
const RISKY_WORDS = new RegExp(`(?<!${PART_OF_WORD})(?:${PAYMENT_WORDS})(?!${PART_OF_WORD})`, 'iu');

/** `name@bank`: unlike an address of a mail, no dot follows. */
const UPI_ID = /(?<![\w.-])[\w.-]{2,}@[a-z][a-z0-9]{2,}(?![\w-]|\.[a-z])/i;

/** What the receiver of a message should be told beside it; nothing for nearly all of them. */
export function scamWarningsFor(text: string): readonly ScamWarning[] {
	const warnings: ScamWarning[] = [];
	if (RISKY_WORDS.test(text) || UPI_ID.test(text)) warnings.push('payment');
	if (findLinks(text).length > 0) warnings.push('link');
	return warnings;
}
