import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { userIdFromToken } from './token.ts';

const key = new TextEncoder().encode('a key that only this test knows!');

async function tokenWith(claims: Record<string, unknown>): Promise<string> {
	return await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key);
}

test('the user id is read from a signed token', async () => {
	expect(userIdFromToken(await tokenWith({ id: 42, sid: 'abc', ver: 1 }))).toBe(42);
});

test('the user id is read from a token whose claims contain non-Latin text', async () => {
	expect(userIdFromToken(await tokenWith({ name: 'अनन्या ✓ÿ', id: 7 }))).toBe(7);
});

test('no user id is read from a token whose claims contain no valid user id', async () => {
	expect(userIdFromToken(await tokenWith({ sub: '42' }))).toBeUndefined();
	expect(userIdFromToken(await tokenWith({ id: 0 }))).toBeUndefined();
});

test.each(['', 'abc', 'a.b.c', 'a.%%%.c', `a.${btoa('not json')}.c`])(
	'no user id is read from the malformed token %j',
	(text) => {
		expect(userIdFromToken(text)).toBeUndefined();
	},
);
