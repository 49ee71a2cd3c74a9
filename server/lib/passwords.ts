import { hash, verify } from '@node-rs/argon2';

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = {
	// Argon2id; the library's own name for it is an ambient enum, which type stripping can't read.
	algorithm: 2,
	memoryCost: 19_456,
	timeCost: 2,
	parallelism: 1,
};

/** Of a password that nobody knows: checking against it takes as long as against a real one. */
let nobody: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
	return hash(password.normalize('NFC'), PARAMETERS);
}

/** Whether the password is right. Without a hash the answer is no, after the same time. */
export async function isPassword(
	stored: string | null | undefined,
	password: string,
): Promise<boolean> {
	nobody ??= hashPassword(crypto.randomUUID());
	const right = await verify(stored ?? (await nobody), password.normalize('NFC'));
	return right && typeof stored === 'string';
}
