import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { hash, verify } from '@node-rs/argon2';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { codePointLength } from '#contract/core/schemas.ts';
import { invalidField } from './app-error.ts';
import { createConcurrencyLimit, memoizeSuccess } from './promises.ts';

/**
 * 24 MiB, three passes, one lane (decision 23). RFC 9106 recommends three passes. The minimum of
 * the OWASP Password Storage Cheat Sheet is 19 MiB and two passes.
 */
const PARAMETERS = {
	// Argon2id; the library's name for it is an ambient enum, which type stripping does not support.
	algorithm: 2,
	memoryCost: 24_576,
	timeCost: 3,
	parallelism: 1,
};

/**
 * A hash keeps a core busy for 20 ms. One core stays free for requests, and one of the four threads of libuv's pool for
 * file reads. Two hashes at once on one core would take longer than one after the other.
 */
const hashingLimit = createConcurrencyLimit({
	maxRunning: Math.min(3, Math.max(1, availableParallelism() - 1)),
	waiting: 200,
});

/** Hash of a random password: verified if an account has no hash, so that the response time is the same. */
const getDummyHash = memoizeSuccess(() => hashPassword(crypto.randomUUID()));

const { memoryCost, timeCost, parallelism } = PARAMETERS;
/** Start of a hash with the current parameters (PHC string format). */
const CURRENT_PREFIX = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

/** @throws AppError too_many when too many hashes are waiting */
export function hashPassword(password: string): Promise<string> {
	return hashingLimit.run(() => hash(password.normalize('NFC'), PARAMETERS));
}

/**
 * Whether the password is correct. Without a hash the result is false after the same time. A password that is too long
 * to be one is wrong at once: normalizing 100,000 combining marks would take seconds.
 * @throws AppError too_many when too many hashes are waiting
 */
export async function verifyPassword(
	stored: string | null | undefined,
	password: string,
): Promise<boolean> {
	if (codePointLength(password) > PEOPLE_LIMITS.enteredPasswordMax) return false;
	const dummyHash = await getDummyHash();
	const isCorrect = await hashingLimit.run(() =>
		verify(stored ?? dummyHash, password.normalize('NFC')),
	);
	return isCorrect && typeof stored === 'string';
}

/**
 * Returns a new hash for a password that was just verified.
 * @returns undefined if the hash has the current parameters
 * @throws AppError too_many when too many hashes are waiting
 */
export async function rehashIfOutdated(
	stored: string,
	password: string,
): Promise<string | undefined> {
	return stored.startsWith(CURRENT_PREFIX) ? undefined : hashPassword(password);
}

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
