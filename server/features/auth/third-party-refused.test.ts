import { describe, expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { openIdentityProvider } from '#tests/support/identity-provider.ts';
import {
	CALLBACK,
	FAILED,
	MARKET,
	openThirdParty,
	stranger,
	tokenOf,
} from '#tests/support/third-party.ts';
import { findUserByContact } from './queries.ts';

const { t, provider, CONFIGURED, leave, visitProvider, comeBack, signIn } = await openThirdParty();

describe('third-party sign-in is refused', () => {
	test.each([
		['with an address that is not verified', { email_verified: false }],
		['with an address of which nothing is said', { email_verified: undefined }],
		['without an address', { email: undefined }],
	])('%s', async (_, more) => {
		const who = stranger(more);

		const res = await signIn(who);

		expect(res.headers.location).toBe(FAILED);
		if (who.email) expect(await findUserByContact(t.db, { email: who.email })).toBeUndefined();
	});

	test("to another user's account with an unverified address", async () => {
		const student = await t.student();

		const res = await signIn(stranger({ email: student.email, email_verified: false }));

		expect(res.headers.location).toBe(FAILED);
		expect((await t.as(student).get('/auth')).statusCode).toBe(200);
	});

	test('for a suspended user, who is told so, and the account does not change', async () => {
		const banned = await t.student({ bannedAt: new Date() });

		const res = await signIn(stranger({ email: banned.email }));

		expect(res.headers.location).toBe('/login?error=suspended');
		const row = await findUserByContact(t.db, { email: banned.email });
		expect(row?.passwordHash).not.toBeNull();
		expect(row?.emailConfirmedAt).toBeNull();
	});

	test('to a demo account from another computer', async () => {
		const demo = await t.student({ demoAt: new Date() });
		const visit = await visitProvider(stranger({ email: demo.email }));

		const res = await comeBack(visit, '203.0.113.7');

		expect(res.headers.location).toBe(FAILED);
	});

	test("with another browser's callback: the state must match this browser's cookie", async () => {
		const theirs = await visitProvider(stranger());
		const ours = await leave();

		const res = await comeBack({ ...theirs, cookie: ours.cookie });

		expect(res.headers.location).toBe(FAILED);
	});

	test.each([
		['no memory of having left', ''],
		['a memory that is none', '__Host-pending-sign-in=%7Bbroken'],
		['a memory of other things', '__Host-pending-sign-in=%7B%22state%22%3A1%7D'],
	])('with %s', async (_, cookie) => {
		const visit = await visitProvider(stranger());

		const res = await comeBack({ ...visit, cookie });

		expect(res.headers.location).toBe(FAILED);
	});

	test('with a used authorization code', async () => {
		const visit = await visitProvider(stranger());
		const first = await comeBack(visit);

		const again = await comeBack(visit);

		expect(tokenOf(first)).not.toBe('');
		expect(again.headers.location).toBe(FAILED);
	});

	test('with a made-up authorization code', async () => {
		const visit = await visitProvider(stranger());
		visit.address.searchParams.set('code', 'made-up');

		expect((await comeBack(visit)).headers.location).toBe(FAILED);
	});

	test('when the user declines at the provider', async () => {
		const { location, cookie } = await leave();
		const state = new URL(location).searchParams.get('state') ?? '';
		const address = new URL(
			`${CALLBACK}?error=access_denied&state=${state}&iss=${provider.issuer}`,
		);

		expect((await comeBack({ address, cookie })).headers.location).toBe(FAILED);
	});

	test('if no provider is configured', async () => {
		const without = await openApp();

		const start = await without.app.inject('/api/auth/google');
		const end = await without.app.inject('/api/auth/google/callback?code=x&state=y');

		expect([start.statusCode, start.headers.location]).toEqual([302, FAILED]);
		expect([end.statusCode, end.headers.location]).toEqual([302, FAILED]);
	});

	test('while the provider is down, and works again when the provider is back', async () => {
		const doomed = await openIdentityProvider([CALLBACK]);
		const market = await openApp({ ...CONFIGURED, OIDC_ISSUER: doomed.issuer, PUBLIC_URL: MARKET });
		await doomed.close();

		const meanwhile = await leave(market.app);
		await doomed.reopen();
		const afterwards = await leave(market.app);

		expect(meanwhile.res.statusCode).toBe(302);
		expect(meanwhile.location).toBe(FAILED);
		expect(new URL(afterwards.location).origin).toBe(doomed.issuer);
	});
});
