import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createClaimSigner } from './signed-claims.ts';

const [SECRET, OLDER] = ['a secret of at least 32 characters', 'an older secret, which is as long'];
const ACCESS = { validForSeconds: 60 };
const TICKET = { validForSeconds: 60, audience: 'a ticket' };
const access = createClaimSigner([SECRET], ACCESS);
const ticket = createClaimSigner([SECRET], TICKET);

/** By a program that is not ours. */
const signedElsewhere = (token: SignJWT) =>
	token.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET));

describe('a token', () => {
	test('says what was signed, from when and until when', () => {
		const began = Math.floor(Date.now() / 1000);

		const said = access.verify(access.sign({ id: 7 }));

		expect(said).toEqual({ id: 7, iat: expect.any(Number), exp: expect.any(Number) });
		const { iat, exp } = said as Record<'iat' | 'exp', number>;
		expect(iat).toBeGreaterThanOrEqual(began);
		expect(exp - iat).toBe(60);
	});

	test('that another program signed with our secret is read as ours', async () => {
		const token = await signedElsewhere(new SignJWT({ id: 7 }).setExpirationTime('1m'));

		expect(access.verify(token)).toMatchObject({ id: 7 });
	});

	test('without an end is not read', async () => {
		const token = await signedElsewhere(new SignJWT({ id: 7 }));

		expect(() => access.verify(token)).toThrow('exp');
	});

	test('of an older secret is read, and signed by the newest only', () => {
		const rotated = createClaimSigner([SECRET, OLDER], ACCESS);
		const before = createClaimSigner([OLDER], ACCESS);

		expect(rotated.verify(before.sign({ id: 7 }))).toMatchObject({ id: 7 });
		expect(() => before.verify(rotated.sign({ id: 7 }))).toThrow('signature');
	});

	test('for one purpose is not read for another, nor is one for none', () => {
		const other = createClaimSigner([SECRET], { ...TICKET, audience: 'another' });

		expect(ticket.verify(ticket.sign({ id: 7 }))).toMatchObject({ id: 7 });
		expect(() => ticket.verify(other.sign({ id: 7 }))).toThrow('aud');
		expect(() => ticket.verify(access.sign({ id: 7 }))).toThrow('aud');
	});

	test.each(['', '.', '..', 'a.b.c', 'é.é.é'])('that is none (%j) is not read', (token) => {
		expect(() => access.verify(token)).toThrow();
	});
});
