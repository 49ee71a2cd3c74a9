import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { openSlots } from './slots.ts';

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = {
	// Argon2id; the library's own name for it is an ambient enum, which type stripping can't read.
	algorithm: 2,
	memoryCost: 19_456,
	timeCost: 2,
	parallelism: 1,
};

/**
 * Each keeps a core busy for a hundredth of a second. One core is left to everybody else, and threads to those who read
 * files; two on one core would take longer together than one after the other.
 */
const slots = openSlots({
	atOnce: Math.min(3, Math.max(1, availableParallelism() - 1)),
	waiting: 200,
});

/** Of a password that nobody knows: checking against it takes as long as against a real one. */
let nobody: Promise<string> | undefined;

/** @throws Refusal too_many when too many passwords are waiting already */
export function hashPassword(password: string): Promise<string> {
	return slots.run(() => hash(password.normalize('NFC'), PARAMETERS));
}

/**
 * Whether the password is right. Without a hash the answer is no, after the same time.
 * @throws Refusal too_many when too many passwords are waiting already
 */
export async function isPassword(
	stored: string | null | undefined,
	password: string,
): Promise<boolean> {
	nobody ??= hashPassword(crypto.randomUUID());
	const compared = stored ?? (await nobody);
	const right = await slots.run(() => verify(compared, password.normalize('NFC')));
	return right && typeof stored === 'string';
}
