import { hash } from '@node-rs/argon2';
import { hashPassword } from '#server/lib/passwords.ts';

/** The password of every user that tests create. */
export const PASSWORD = 'chalk and talk';
export const passwordHash = hashPassword(PASSWORD);

/** A hash of PASSWORD with the parameters used before decision 23. */
export const legacyPasswordHash = hash(PASSWORD, {
	memoryCost: 19_456,
	timeCost: 2,
	parallelism: 1,
});
