import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { invalidField } from './app-error.ts';
import { hashPassword } from './passwords.ts';

/** 5,000 of 8 characters and more that leaked most often, in small letters (zxcvbn-ts; docs/legal/third-party-licences.md). */
const LEAKED_FILE = new URL('./common-passwords.txt.gz', import.meta.url);
/** What a guess about this place would begin with; listed in docs/security/measures.md as well. */
const SITE_WORDS = [
	...['passdown', 'market', 'marketplace', 'campus', 'college', 'hostel', 'student', 'students'],
	...['seller', 'buyer', 'admin', 'administrator', 'superadmin', 'support', 'password', 'login'],
];

let leakedPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * Hashes a password that somebody has chosen.
 * @param personalTexts what others know of them: names, addresses
 * @param path the field that it came in
 * @throws Refusal invalid for one that has leaked often, or is a word of this place or of theirs with figures or signs
 */
export async function hashChosenPassword(
	password: string,
	personalTexts: readonly (string | null | undefined)[],
	path = 'password',
): Promise<string> {
	if (!(await isEasyToGuess(password, personalTexts))) return hashPassword(password);
	throw invalidField(path, PEOPLE_MESSAGES.passwordEasy);
}

/** Whether it has leaked often, or is a word of this place or of theirs with figures or signs. */
export async function isEasyToGuess(
	password: string,
	personalTexts: readonly (string | null | undefined)[],
): Promise<boolean> {
	leakedPasswords ??= readLeakedPasswords();
	if ((await leakedPasswords).has(password.toLowerCase())) return true;
	const words = [...SITE_WORDS, ...personalTexts.flatMap((text) => splitWords(text ?? ''))];
	return words.includes(lettersOnly(password));
}

async function readLeakedPasswords(): Promise<ReadonlySet<string>> {
	return new Set(
		gunzipSync(await readFile(LEAKED_FILE))
			.toString('utf8')
			.trim()
			.split('\n'),
	);
}

/** A name as a whole and in its parts; of an address, what is before its host. */
function splitWords(text: string): string[] {
	const [name = ''] = text.split('@', 1);
	return [name, ...name.split(/[\s.]+/)].map(lettersOnly).filter((word) => word !== '');
}

function lettersOnly(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}]/gu, '');
}
