import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/**
 * 24 MiB, three passes, one lane: the passes of RFC 9106, and more in each than the 19 MiB and two passes that are the least
 * in the OWASP Password Storage Cheat Sheet (decision 23).
 */
const PARAMETERS = {
	// Argon2id; the library's own name for it is an ambient enum, which type stripping can't read.
	algorithm: 2,
	memoryCost: 24_576,
	timeCost: 3,
	parallelism: 1,
};

/**
 * Each keeps a core busy for a fiftieth of a second. One core is left to everybody else, and threads to those who read
 * files; two on one core would take longer together than one after the other.
 */
const hashingLimit = createConcurrencyLimit({
	maxRunning: Math.min(3, Math.max(1, availableParallelism() - 1)),
	waiting: 200,
});

/** Of a password that nobody knows: checking against it takes as long as against a real one. */
let dummyHash: Promise<string> | undefined;

/** How a hash of today begins (PHC string format). */
const { memoryCost, timeCost, parallelism } = PARAMETERS;
const CURRENT_PREFIX = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

/** @throws Refusal too_many when too many passwords are waiting already */
export function hashPassword(password: string): Promise<string> {
	return hashingLimit.run(() => hash(password.normalize('NFC'), PARAMETERS));
}

/**
 * Whether the password is right. Without a hash the answer is no, after the same time.
 * @throws Refusal too_many when too many passwords are waiting already
 */
export async function verifyPassword(
	stored: string | null | undefined,
	password: string,
): Promise<boolean> {
	dummyHash ??= hashPassword(crypto.randomUUID());
	const hashToVerify = stored ?? (await dummyHash);
	const isCorrect = await hashingLimit.run(() => verify(hashToVerify, password.normalize('NFC')));
	return isCorrect && typeof stored === 'string';
}

/**
 * The hash to keep from now on of a password that has just been found right.
 * @returns undefined where it is hashed at today's strength
 * @throws Refusal too_many when too many passwords are waiting already
 */
export async function rehashIfOutdated(
	stored: string,
	password: string,
): Promise<string | undefined> {
	return stored.startsWith(CURRENT_PREFIX) ? undefined : hashPassword(password);
}
