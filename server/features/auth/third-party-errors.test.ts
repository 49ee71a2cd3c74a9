import { describe, expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { openIdentityProvider } from '#tests/support/identity-provider.ts';
import {
	CALLBACK,
	FAILED_SIGN_IN_PAGE,
	newProviderAccount,
	openThirdPartySignIn,
	PUBLIC_ORIGIN,
	tokenOf,
} from '#tests/support/third-party-sign-in.ts';
import { findUserByContact } from './queries.ts';

const { t, provider, PROVIDER_SETTINGS, startSignIn, visitProvider, finishSignIn, signIn } =
	await openThirdPartySignIn();

describe('refused third-party sign-ins', () => {
	test('a provider account without an email address that it has verified is refused, also if that of an existing user', async () => {
		const student = await t.student();
		for (const more of [
			{ email_verified: false },
			{ email_verified: undefined },
			{ email: undefined },
			{ email: student.email, email_verified: false },
		]) {
			const providerAccount = newProviderAccount(more);

			const res = await signIn(providerAccount);

			expect(res.headers.location).toBe(FAILED_SIGN_IN_PAGE);
			const { email } = providerAccount;
			if (email && email !== student.email)
				expect(await findUserByContact(t.db, { email })).toBeUndefined();
		}
		expect((await t.as(student).get('/auth')).statusCode).toBe(200);
	});

	test('a third-party sign-in of a banned user is refused with an error about the ban, and the account does not change; one to a demo account from another computer is refused, too', async () => {
		const banned = await t.student({ bannedAt: new Date() });

		const res = await signIn(newProviderAccount({ email: banned.email }));

		expect(res.headers.location).toBe('/login?error=suspended');
		const row = await findUserByContact(t.db, { email: banned.email });
		expect(row?.passwordHash).not.toBeNull();
		expect(row?.emailConfirmedAt).toBeNull();
		const { email } = await t.student({ demoAt: new Date() });
		const visit = await visitProvider(newProviderAccount({ email }));
		const fromElsewhere = await finishSignIn(visit, '203.0.113.7');
		expect(fromElsewhere.headers.location).toBe(FAILED_SIGN_IN_PAGE);
	});

	test('a sign-in callback without cookie, with a malformed or another cookie, or with a made-up or used code is refused', async () => {
		for (const cookie of [
			'',
			'__Host-pending-sign-in=%7Bbroken',
			'__Host-pending-sign-in=%7B%22state%22%3A1%7D',
		]) {
			const visit = await visitProvider(newProviderAccount());

			const res = await finishSignIn({ ...visit, cookie });

			expect(res.headers.location, cookie).toBe(FAILED_SIGN_IN_PAGE);
		}
		const visit = await visitProvider(newProviderAccount());
		const thisBrowser = await startSignIn();
		const code = visit.address.searchParams.get('code') ?? '';
		const mixed = await finishSignIn({ ...visit, cookie: thisBrowser.cookie });
		visit.address.searchParams.set('code', 'made-up');
		const madeUp = await finishSignIn(visit);
		visit.address.searchParams.set('code', code);
		const first = await finishSignIn(visit);
		const used = await finishSignIn(visit);

		expect(tokenOf(first)).not.toBe('');
		for (const res of [mixed, madeUp, used]) expect(res.headers.location).toBe(FAILED_SIGN_IN_PAGE);
	});

	test('a sign-in is refused when the user declines at the provider', async () => {
		const { location, cookie } = await startSignIn();
		const state = new URL(location).searchParams.get('state') ?? '';
		const address = new URL(
			`${CALLBACK}?error=access_denied&state=${state}&iss=${provider.issuer}`,
		);

		expect((await finishSignIn({ address, cookie })).headers.location).toBe(FAILED_SIGN_IN_PAGE);
	});

	test('a sign-in is refused when no provider is configured', async () => {
		const withoutProvider = await openApp();

		const start = await withoutProvider.app.inject('/api/auth/google');
		const end = await withoutProvider.app.inject('/api/auth/google/callback?code=x&state=y');

		expect([start.statusCode, start.headers.location]).toEqual([302, FAILED_SIGN_IN_PAGE]);
		expect([end.statusCode, end.headers.location]).toEqual([302, FAILED_SIGN_IN_PAGE]);
	});

	test('a sign-in is refused while the provider is down, and can be started again when the provider is back', async () => {
		const stoppedProvider = await openIdentityProvider([CALLBACK]);
		const app = await openApp({
			...PROVIDER_SETTINGS,
			OIDC_ISSUER: stoppedProvider.issuer,
			PUBLIC_URL: PUBLIC_ORIGIN,
			TRUST_PROXY: '1',
		});
		await stoppedProvider.close();

		const meanwhile = await startSignIn(app.app);
		await stoppedProvider.reopen();
		const afterwards = await startSignIn(app.app);

		expect(meanwhile.res.statusCode).toBe(302);
		expect(meanwhile.location).toBe(FAILED_SIGN_IN_PAGE);
		expect(new URL(afterwards.location).origin).toBe(stoppedProvider.issuer);
	});
});
