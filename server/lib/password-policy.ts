import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { invalidField } from './app-error.ts';
import { hashPassword } from './passwords.ts';

/** 5,000 of 8 characters and more that leaked most often, in small letters (zxcvbn-ts; docs/legal/third-party-licences.md). */
const LEAKED = new URL('./common-passwords.txt.gz', import.meta.url);
/** What a guess about this place would begin with; SECURITY.md has them, too. */
const WORDS_OF_THE_PLACE = [
	...['passdown', 'market', 'marketplace', 'campus', 'college', 'hostel', 'student', 'students'],
	...['seller', 'buyer', 'admin', 'administrator', 'superadmin', 'support', 'password', 'login'],
];

let leaked: Promise<ReadonlySet<string>> | undefined;

/**
 * Hashes a password that somebody has chosen.
 * @param own what others know of them: names, addresses
 * @param path the field that it came in
 * @throws Refusal invalid for one that has leaked often, or is a word of this place or of theirs with figures or signs
 */
export async function hashChosenPassword(
	password: string,
	own: readonly (string | null | undefined)[],
	path = 'password',
): Promise<string> {
	if (!(await isEasyToGuess(password, own))) return hashPassword(password);
	throw invalidField(path, PEOPLE_MESSAGES.passwordEasy);
}

/** Whether it has leaked often, or is a word of this place or of theirs with figures or signs. */
export async function isEasyToGuess(
	password: string,
	own: readonly (string | null | undefined)[],
): Promise<boolean> {
	leaked ??= readLeaked();
	if ((await leaked).has(password.toLowerCase())) return true;
	const words = [...WORDS_OF_THE_PLACE, ...own.flatMap((known) => wordsOf(known ?? ''))];
	return words.includes(lettersOf(password));
}

async function readLeaked(): Promise<ReadonlySet<string>> {
	return new Set(
		gunzipSync(await readFile(LEAKED))
			.toString('utf8')
			.trim()
			.split('\n'),
	);
}

/** A name as a whole and in its parts; of an address, what is before its host. */
function wordsOf(known: string): string[] {
	const [name = ''] = known.split('@', 1);
	return [name, ...name.split(/[\s.]+/)].map(lettersOf).filter((word) => word !== '');
}

function lettersOf(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}]/gu, '');
}
