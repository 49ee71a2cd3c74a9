import { expect, test } from 'vitest';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { legacyPasswordHash, PASSWORD } from '#tests/support/password.ts';
import { hashChosenPassword, hashPassword, rehashIfOutdated, verifyPassword } from './passwords.ts';

const stored = await hashPassword('chalk and talk');

test('the correct password is accepted and any other is refused', async () => {
	expect(await verifyPassword(stored, 'chalk and talk')).toBe(true);
	for (const wrong of ['chalk and talk ', 'Chalk and talk', '', 'chalk and tal']) {
		expect(await verifyPassword(stored, wrong), wrong).toBe(false);
	}
});

test('a password is hashed with Argon2id, with more memory and passes than the OWASP minimum', () => {
	expect(stored).toMatch(/^\$argon2id\$v=19\$m=24576,t=3,p=1\$/);
});

test('a password is rehashed only if its hash has other parameters than the current ones', async () => {
	const newHash = await rehashIfOutdated(await legacyPasswordHash, PASSWORD);

	expect(newHash).toMatch(/^\$argon2id\$v=19\$m=24576,t=3,p=1\$/);
	expect(await verifyPassword(newHash, PASSWORD)).toBe(true);
	expect(await rehashIfOutdated(stored, 'chalk and talk')).toBeUndefined();
});

test('two hashes of the same password differ', async () => {
	expect(await hashPassword('chalk and talk')).not.toBe(stored);
});

test('composed and decomposed forms of a letter are the same password', async () => {
	expect(await verifyPassword(await hashPassword('caf\u00e9'), 'cafe\u0301')).toBe(true);
});

test('every character of a long password counts', async () => {
	const long = '🚲'.repeat(128);
	const storedLong = await hashPassword(long);

	expect(await verifyPassword(storedLong, long)).toBe(true);
	expect(await verifyPassword(storedLong, '🚲'.repeat(127))).toBe(false);
});

test('a password of a quarter of a million bytes is refused before it is normalized, which would take many seconds', async () => {
	expect(await verifyPassword(stored, `e${'\u0301\u0316'.repeat(62_500)}`)).toBe(false);
});

test.each([undefined, null])(
	'no password is accepted for an account without a password (%s)',
	async (none) => {
		expect(await verifyPassword(none, 'chalk and talk')).toBe(false);
		expect(await verifyPassword(none, '')).toBe(false);
	},
);

const OWN = ['Asha Rao', 'asha.rao07@campus.example', null];

test('an often leaked password, or one of words of the site or of the user’s data, is refused', async () => {
	for (const password of ['password', 'PassWord1', '12345678', 'qwertyuiop', 'iloveyou'])
		await expect(hashChosenPassword(password, []), password).rejects.toMatchObject({
			kind: 'invalid',
			issues: [{ path: 'password', ...PERSON_ERRORS.passwordEasy }],
		});
	const fromWords = [
		'passdown2026',
		'Campus@123',
		'student!!',
		'asharao07',
		'Asha@2007',
		'07.RAO.07',
	];
	for (const password of fromWords)
		await expect(hashChosenPassword(password, OWN, 'newPassword'), password).rejects.toMatchObject({
			issues: [{ path: 'newPassword' }],
		});
});

test('a password that is neither leaked nor only a word of the site or of the user’s data is hashed', async () => {
	const accepted = ['the student of chalk', 'Asha likes tea', 'अआइईउऊएऐ', '🚲🚲🚲🚲🚲🚲🚲🚲'];
	for (const password of accepted) {
		const hash = await hashChosenPassword(password, OWN);
		expect(await verifyPassword(hash, password), password).toBe(true);
	}
});
