import { expect, test } from 'vitest';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { hashChosenPassword } from './password-policy.ts';
import { verifyPassword } from './passwords.ts';

const OWN = ['Asha Rao', 'asha.rao07@campus.example', null];

test('a password that is hard to guess is hashed', async () => {
	const hash = await hashChosenPassword('chalk and talk', OWN);

	expect(await verifyPassword(hash, 'chalk and talk')).toBe(true);
});

test.each(['password', 'PassWord1', '12345678', 'qwertyuiop', 'iloveyou'])(
	'the often leaked password %s is refused',
	async (password) => {
		await expect(hashChosenPassword(password, [])).rejects.toMatchObject({
			kind: 'invalid',
			issues: [{ path: 'password', ...PERSON_ERRORS.passwordEasy }],
		});
	},
);

test.each(['passdown2026', 'Campus@123', 'student!!', 'asharao07', 'Asha@2007', '07.RAO.07'])(
	'the password %s is refused because it consists of words of the site or of the user’s data',
	async (password) => {
		await expect(hashChosenPassword(password, OWN, 'newPassword')).rejects.toMatchObject({
			issues: [{ path: 'newPassword' }],
		});
	},
);

test.each(['the student of chalk', 'Asha likes tea', 'अआइईउऊएऐ', '🚲🚲🚲🚲🚲🚲🚲🚲'])(
	'the password %s is accepted because it is neither leaked nor only a word of the site or of the user’s data',
	async (password) => {
		expect(await hashChosenPassword(password, OWN)).toMatch(/^\$argon2id\$/);
	},
);
