import { describe, expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import {
	FAILED_SIGN_IN_PAGE,
	newProviderAccount,
	openThirdPartySignIn,
	PUBLIC_ORIGIN,
} from '#tests/support/third-party-sign-in.ts';

const CLIENT = 'https://app.example';
const OTHER_CLIENT = 'http://localhost:5173';

const JWT_SECRET = 'a secret of several instances, for this test';

const { t, provider, PROVIDER_SETTINGS } = await openThirdPartySignIn({
	CLIENT_ORIGINS: `${CLIENT}, ${OTHER_CLIENT}/`,
	JWT_SECRET,
});

/** Starts a sign-in as a page on `origin` does. */
async function startSignIn(origin: string | undefined, headers: Record<string, string> = {}) {
	const query = origin === undefined ? '' : `?${new URLSearchParams({ origin })}`;
	const res = await t.app.inject({ url: `/api/auth/google${query}`, headers });
	const [cookie = ''] = String(res.headers['set-cookie'] ?? '').split(';', 1);
	return { location: String(res.headers.location), cookie };
}

async function finishSignIn(address: URL, cookie: string, app = t.app): Promise<string> {
	const url = address.pathname + address.search;
	return String((await app.inject({ url, headers: { cookie } })).headers.location);
}

async function signInFor(
	origin: string | undefined,
	providerAccount = newProviderAccount(),
): Promise<string> {
	const { location, cookie } = await startSignIn(origin);
	return finishSignIn(await provider.visit(location, providerAccount), cookie);
}

describe('sign-in with Google for a client on another origin', () => {
	test('the browser returns to a listed origin with a valid token', async () => {
		for (const origin of [CLIENT, OTHER_CLIENT]) {
			const providerAccount = newProviderAccount();

			const address = new URL(await signInFor(origin, providerAccount));

			expect(address.origin + address.pathname).toBe(`${origin}/auth/success`);
			const token = address.searchParams.get('token') ?? '';
			expect((await t.as({ token }).get('/auth')).json().user.email).toBe(providerAccount.email);
		}
	});

	test('without an origin, a sign-in returns to the listed page that started it, with a token or a failure', async () => {
		const startAt = (referer: string) => startSignIn(undefined, { referer });
		const { location, cookie } = await startAt(`${CLIENT}/login`);
		const address = await provider.visit(location, newProviderAccount());
		const { app: appWithoutProvider } = await openApp({ CLIENT_ORIGINS: CLIENT });
		const failed = await appWithoutProvider.inject({
			url: '/api/auth/google',
			headers: { referer: `${CLIENT}/` },
		});
		const named = await appWithoutProvider.inject(`/api/auth/google?origin=${CLIENT}`);
		const unlisted = await startAt('https://evil.example/');
		const ownAddress = await provider.visit(unlisted.location, newProviderAccount());

		expect(await finishSignIn(address, cookie)).toContain(`${CLIENT}/auth/success?token=`);
		for (const { headers } of [failed, named])
			expect(headers.location).toBe(`${CLIENT}${FAILED_SIGN_IN_PAGE}`);
		expect(await finishSignIn(ownAddress, unlisted.cookie)).toMatch(/^\/auth\/success\?token=/);
	});

	test('without an origin or with the server’s own origin, a sign-in with Google returns to the server’s own pages', async () => {
		expect(await signInFor(undefined)).toMatch(/^\/auth\/success\?token=/);
		expect(await signInFor(PUBLIC_ORIGIN)).toMatch(/^\/auth\/success\?token=/);
		// The parameters of the callback do not count.
		const { location, cookie } = await startSignIn(undefined);
		const address = await provider.visit(location, newProviderAccount());
		address.searchParams.set('origin', CLIENT);
		expect(await finishSignIn(address, cookie)).toMatch(/^\/auth\/success\?token=/);
	});

	test('a sign-in for an origin that is not listed as it is, or for several, is refused and ends at the server’s own sign-up page', async () => {
		for (const origin of [
			'https://evil.example',
			`${CLIENT}:8443`,
			'http://app.example',
			`${CLIENT}/welcome`,
			`${CLIENT}.evil.example`,
			`${CLIENT}@evil.example`,
			`${CLIENT},https://evil.example`,
			'null',
			'javascript:alert(1)',
			'*',
			'',
		]) {
			const { location, cookie } = await startSignIn(origin);

			expect([location, cookie], origin).toEqual([FAILED_SIGN_IN_PAGE, '']);
		}
		const several = await t.app.inject(
			`/api/auth/google?origin=${CLIENT}&origin=https://evil.example`,
		);
		expect([several.statusCode, several.headers.location]).toEqual([302, FAILED_SIGN_IN_PAGE]);
	});

	test('when the user declines at the provider or is banned, the browser returns to the client with the same general failure', async () => {
		const { location, cookie } = await startSignIn(CLIENT);
		const state = new URL(location).searchParams.get('state') ?? '';
		const deniedUrl = new URL(`${PUBLIC_ORIGIN}/api/auth/google/callback?error=access_denied`);
		deniedUrl.searchParams.set('state', state);
		deniedUrl.searchParams.set('iss', provider.issuer);

		expect(await finishSignIn(deniedUrl, cookie)).toBe(`${CLIENT}${FAILED_SIGN_IN_PAGE}`);
		const { email } = await t.student({ bannedAt: new Date() });
		expect(await signInFor(CLIENT, newProviderAccount({ email }))).toBe(
			`${CLIENT}${FAILED_SIGN_IN_PAGE}`,
		);
	});

	test('a forged return origin in the cookie of a sign-in, and the return ticket of another sign-in, are refused', async () => {
		const first = await startSignIn(CLIENT);
		const second = await startSignIn(undefined);

		for (const [{ location, cookie }, returnTo] of [
			[first, 'https://evil.example'],
			[second, readCookie(first.cookie).returnTo],
		] as const) {
			const address = await provider.visit(location, newProviderAccount());
			const forged = changeCookie(cookie, () => ({ returnTo }));
			expect(await finishSignIn(address, forged)).toBe(FAILED_SIGN_IN_PAGE);
		}
	});

	test('when the client’s origin is no longer allowed at the callback, the sign-in fails and ends on the server’s own page', async () => {
		const { location, cookie } = await startSignIn(CLIENT);
		const address = await provider.visit(location, newProviderAccount());
		const restarted = {
			...PROVIDER_SETTINGS,
			PUBLIC_URL: PUBLIC_ORIGIN,
			TRUST_PROXY: '1',
			DATABASE_URL: t.url,
			JWT_SECRET,
		};
		const withoutClient = await openApp(restarted);

		expect(await finishSignIn(address, cookie, withoutClient.app)).toBe(FAILED_SIGN_IN_PAGE);
	});

	test('a page of the client can start the sign-in, but a page of another site cannot', async () => {
		const from = (referer: string) => ({ 'sec-fetch-site': 'cross-site', referer });

		const fromClient = await startSignIn(CLIENT, from(`${CLIENT}/`));
		const fromOtherSite = await startSignIn(CLIENT, from('https://evil.example/'));

		expect(fromClient.location).toContain(provider.issuer);
		expect(fromOtherSite.location).toBe(FAILED_SIGN_IN_PAGE);
	});
});

type CookieValue = Record<string, unknown>;

/** The data that the server stored in the cookie. */
function readCookie(cookie: string): CookieValue {
	return JSON.parse(decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)));
}

function changeCookie(cookie: string, change: () => CookieValue): string {
	const name = cookie.slice(0, cookie.indexOf('='));
	return `${name}=${encodeURIComponent(JSON.stringify({ ...readCookie(cookie), ...change() }))}`;
}
