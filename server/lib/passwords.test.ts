import { expect, test } from 'vitest';
import { olderPasswordHash, PASSWORD } from '#tests/support/password.ts';
import { hashPassword, rehashIfOutdated, verifyPassword } from './passwords.ts';

const stored = await hashPassword('chalk and talk');

test('the right password is right, and any other is not', async () => {
	expect(await verifyPassword(stored, 'chalk and talk')).toBe(true);
	for (const wrong of ['chalk and talk ', 'Chalk and talk', '', 'chalk and tal']) {
		expect(await verifyPassword(stored, wrong), wrong).toBe(false);
	}
});

test('is hashed with Argon2id, through more memory and more often than OWASP asks for at least', () => {
	expect(stored).toMatch(/^\$argon2id\$v=19\$m=24576,t=3,p=1\$/);
});

test('is hashed anew where it was hashed at another strength, and not where it was at this one', async () => {
	const anew = await rehashIfOutdated(await olderPasswordHash, PASSWORD);

	expect(anew).toMatch(/^\$argon2id\$v=19\$m=24576,t=3,p=1\$/);
	expect(await verifyPassword(anew, PASSWORD)).toBe(true);
	expect(await rehashIfOutdated(stored, 'chalk and talk')).toBeUndefined();
});

test('the same password twice is stored differently', async () => {
	expect(await hashPassword('chalk and talk')).not.toBe(stored);
});

test('letters composed in another way are the same letters', async () => {
	expect(await verifyPassword(await hashPassword('caf\u00e9'), 'cafe\u0301')).toBe(true);
});

test('every character counts, however many there are', async () => {
	const long = '🚲'.repeat(128);
	const storedLong = await hashPassword(long);

	expect(await verifyPassword(storedLong, long)).toBe(true);
	expect(await verifyPassword(storedLong, '🚲'.repeat(127))).toBe(false);
});

test.each([undefined, null])('nothing opens an account that has no password (%s)', async (none) => {
	expect(await verifyPassword(none, 'chalk and talk')).toBe(false);
	expect(await verifyPassword(none, '')).toBe(false);
});
