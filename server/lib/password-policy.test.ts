import { expect, test } from 'vitest';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { hashChosenPassword } from './password-policy.ts';
import { verifyPassword } from './passwords.ts';

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
