import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createClaimSigner } from './tokens.ts';

const [SECRET, OLDER] = ['a secret of at least 32 characters', 'an older secret, which is as long'];
const ACCESS = { validForSeconds: 60 };
const TICKET = { validForSeconds: 60, audience: 'a ticket' };
const access = createClaimSigner([SECRET], ACCESS);
const ticket = createClaimSigner([SECRET], TICKET);

const signWithOtherLibrary = (token: SignJWT) =>
	token.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET));

describe('signed tokens', () => {
	test('a signed token contains the claims, the issue time and the expiry', () => {
		const began = Math.floor(Date.now() / 1000);

		const payload = access.verify(access.sign({ id: 7 }));

		expect(payload).toEqual({ id: 7, iat: expect.any(Number), exp: expect.any(Number) });
		const { iat, exp } = payload as Record<'iat' | 'exp', number>;
		expect(iat).toBeGreaterThanOrEqual(began);
		expect(exp - iat).toBe(60);
	});

	test('a signed token from another library with the same secret is accepted, one without an expiry or malformed is refused', async () => {
		const token = await signWithOtherLibrary(new SignJWT({ id: 7 }).setExpirationTime('1m'));
		const endless = await signWithOtherLibrary(new SignJWT({ id: 7 }));

		expect(access.verify(token)).toMatchObject({ id: 7 });
		expect(() => access.verify(endless)).toThrow('exp');
		for (const malformed of ['', '.', '..', 'a.b.c', 'é.é.é'])
			expect(() => access.verify(malformed), malformed).toThrow();
	});

	test('a token signed with an older secret is accepted, and new tokens are signed with the newest secret', () => {
		const rotated = createClaimSigner([SECRET, OLDER], ACCESS);
		const before = createClaimSigner([OLDER], ACCESS);

		expect(rotated.verify(before.sign({ id: 7 }))).toMatchObject({ id: 7 });
		expect(() => before.verify(rotated.sign({ id: 7 }))).toThrow('signature');
	});

	test('a signed token for another purpose or without a purpose is refused', () => {
		const other = createClaimSigner([SECRET], { ...TICKET, audience: 'another' });

		expect(ticket.verify(ticket.sign({ id: 7 }))).toMatchObject({ id: 7 });
		expect(() => ticket.verify(other.sign({ id: 7 }))).toThrow('aud');
		expect(() => ticket.verify(access.sign({ id: 7 }))).toThrow('aud');
	});
});
