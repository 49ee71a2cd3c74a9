import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { invalidField } from './app-error.ts';

/** In look-alikes every l is an i. */
const STAFF_WORD =
	/^(?:staff|admin.*|(?:moderator|officiai|support|verified).*|.*(?:administrator|moderator|officiai|support|verified))$/;

/** Cyrillic, Greek and small capital letters, and digits and signs, each with the Latin letter that it looks like. */
const LOOK_ALIKES = new Map(
	[
		['аɑα@4ᴀ', 'a'],
		['вьʙ8', 'b'],
		['сϲᴄ', 'c'],
		['ԁᴅ', 'd'],
		['еεᴇ3€', 'e'],
		['ғꜰ', 'f'],
		['ɡɢ', 'g'],
		['һнʜ', 'h'],
		['іιıɪӏʟl1|', 'i'],
		['јᴊ', 'j'],
		['кκᴋ', 'k'],
		['мᴍ', 'm'],
		['пηɴ', 'n'],
		['оοσօᴏ0ø', 'o'],
		['рρᴘ', 'p'],
		['ԛ', 'q'],
		['гʀ', 'r'],
		['ѕꜱ$5', 's'],
		['тτᴛ7', 't'],
		['υսᴜ', 'u'],
		['ѵνᴠ', 'v'],
		['ԝωᴡ', 'w'],
		['хχ×', 'x'],
		['уγʏ', 'y'],
		['ᴢ', 'z'],
	].flatMap(([signs = '', letter = '']) => [...signs].map((sign) => [sign, letter] as const)),
);
const ALPHABET = 'abcdefghijkimnopqrstuvwxyz';
/** The first of 26 code points that show the letters A to Z in a circle or a square, or as half of a flag. */
const ENCLOSED_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

/** A shorter name of a site may be part of an ordinary name. */
const PART_FROM_LETTERS = 5;

/**
 * Whether a name pretends to be of the site or its staff, also in look-alike letters ('Аdmin' with a Cyrillic А) or with
 * something between the letters ('A d m i n').
 */
export function isReservedName(name: string, siteName: string): boolean {
	const site = wordsOf(siteName).join('');
	return [name, name.replace(/\d/g, '')].some((spelling) => {
		const words = wordsOf(spelling);
		const letters = words.join('');
		const isOfSite = site.length < PART_FROM_LETTERS ? letters === site : letters.includes(site);
		return isOfSite || [...words, letters].some((word) => STAFF_WORD.test(word));
	});
}

/**
 * @param field the field of the form, at which the error is shown
 * @throws AppError invalid for a reserved name
 */
export function requireName(field: string, name: string, siteName: string): void {
	if (isReservedName(name, siteName)) throw invalidField(field, PERSON_ERRORS.nameReserved);
}

/** The words of a name without marks and invisible characters, in Latin letters where they look like these. */
function wordsOf(name: string): string[] {
	return [...name.normalize('NFKC').toLowerCase().normalize('NFKD')]
		.map((sign) => LOOK_ALIKES.get(sign) ?? enclosedLetter(sign) ?? sign)
		.join('')
		.replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
		.replaceAll('rn', 'm')
		.replaceAll('vv', 'w')
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '');
}

function enclosedLetter(sign: string): string | undefined {
	const codePoint = sign.codePointAt(0) ?? 0;
	const first = ENCLOSED_ALPHABETS.find((start) => codePoint >= start && codePoint < start + 26);
	return first === undefined ? undefined : ALPHABET[codePoint - first];
}

/**
 * Converts a phone number to E.164; a 10-digit number without country code is Indian.
 * @returns undefined for an invalid number
 */
export function normalizePhone(input: string): string | undefined {
	const parsed = parsePhoneNumberFromString(input, 'IN');
	return parsed?.isValid() ? parsed.number : undefined;
}

/**
 * Converts a phone number to E.164.
 * @throws AppError invalid, with the field `phoneNumber`, for an invalid number
 */
export function requirePhone(input: string): string {
	const phone = normalizePhone(input);
	if (phone) return phone;
	throw invalidField('phoneNumber', PERSON_ERRORS.phone);
}
