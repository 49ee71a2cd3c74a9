import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { invalidField } from './app-error.ts';
import { hashPassword } from './passwords.ts';
import { memoizeSuccess } from './promises.ts';

/**
 * The 5,000 most often leaked passwords of 8 or more characters, in lower case (zxcvbn-ts;
 * docs/legal/third-party-licences.md).
 */
const LEAKED_FILE = new URL('./common-passwords.txt.gz', import.meta.url);
/** Words that an attacker would guess for this site; also listed in docs/security/measures.md. */
const SITE_WORDS = [
	'passdown',
	'market',
	'marketplace',
	'campus',
	'college',
	'hostel',
	'student',
	'students',
	'seller',
	'buyer',
	'admin',
	'administrator',
	'superadmin',
	'support',
	'password',
	'login',
];

const readLeakedPasswords = memoizeSuccess(async (): Promise<ReadonlySet<string>> => {
	const list = gunzipSync(await readFile(LEAKED_FILE)).toString('utf8');
	return new Set(list.trim().split('\n'));
});

/**
 * Hashes a new password that a user chose.
 * @param personalTexts known data of the user: names, email addresses
 * @param path the form field of the password
 * @throws AppError invalid for a password that is easy to guess
 */
export async function hashChosenPassword(
	password: string,
	personalTexts: readonly (string | null | undefined)[],
	path = 'password',
): Promise<string> {
	if (!(await isEasyToGuess(password, personalTexts))) return hashPassword(password);
	throw invalidField(path, PERSON_ERRORS.passwordEasy);
}

/** Whether a password leaked often, or is a word of the site or of the user's data, apart from digits and signs. */
export async function isEasyToGuess(
	password: string,
	personalTexts: readonly (string | null | undefined)[],
): Promise<boolean> {
	if ((await readLeakedPasswords()).has(password.toLowerCase())) return true;
	const words = [...SITE_WORDS, ...personalTexts.flatMap((text) => splitWords(text ?? ''))];
	return words.includes(lettersOnly(password));
}

/**
 * The letters of a name and of each of its parts. Of an email address, only the part before the @
 * counts.
 */
function splitWords(text: string): string[] {
	const [name = ''] = text.split('@', 1);
	return [name, ...name.split(/[\s.]+/)].map(lettersOnly).filter((word) => word !== '');
}

function lettersOnly(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}]/gu, '');
}
