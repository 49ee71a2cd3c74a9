import { describe, expect, test } from 'vitest';
import { SIGNUP_AFTER_FAILURE } from '#contract/core/pages.ts';
import { openApp } from '#tests/support/app.ts';
import { openFaultyProvider } from '#tests/support/faulty-provider.ts';
import { CLIENT } from '#tests/support/identity-provider.ts';

const MARKET = 'https://market.example';
const FRIEND = 'https://friend.example';
const START = '/api/auth/google';

async function openAppWithProvider({ issuer }: { issuer: string }) {
	const { app } = await openApp({
		OIDC_ISSUER: issuer,
		GOOGLE_CLIENT_ID: CLIENT.id,
		GOOGLE_CLIENT_SECRET: CLIENT.secret,
		PUBLIC_URL: MARKET,
		TRUST_PROXY: '1',
		CORS_ORIGINS: FRIEND,
	});
	return app;
}

/** The page on which a sign-in with this provider ends. */
async function signInAt(provider: Awaited<ReturnType<typeof openFaultyProvider>>): Promise<string> {
	const app = await openAppWithProvider(provider);
	const left = await app.inject(START);
	const location = String(left.headers.location);
	if (!location.startsWith(provider.issuer)) return location;
	const [cookie = ''] = String(left.headers['set-cookie']).split(';', 1);
	const { pathname, search } = provider.visit(location);
	const back = await app.inject({ url: pathname + search, headers: { cookie } });
	return String(back.headers.location);
}

describe('sign-in with an identity provider', () => {
	test('succeeds with a valid response of the provider', async () => {
		const provider = await openFaultyProvider();

		expect(await signInAt(provider)).toMatch(/^\/auth\/success\?token=/);
	});

	test('fails when the ID token is signed with a key that the provider does not publish', async () => {
		const provider = await openFaultyProvider({ otherKey: true });

		expect(await signInAt(provider)).toBe(SIGNUP_AFTER_FAILURE);
	});

	test('fails when the ID token has another nonce', async () => {
		const provider = await openFaultyProvider({ nonce: 'of yesterday' });

		expect(await signInAt(provider)).toBe(SIGNUP_AFTER_FAILURE);
	});

	test('fails when the ID token is for another client', async () => {
		const provider = await openFaultyProvider({ audience: 'another market' });

		expect(await signInAt(provider)).toBe(SIGNUP_AFTER_FAILURE);
	});

	test('fails when the provider names another issuer', async () => {
		const provider = await openFaultyProvider({ issuer: 'https://accounts.example' });

		expect(await signInAt(provider)).toBe(SIGNUP_AFTER_FAILURE);
	});

	test('fails when the provider redirects the token request', async () => {
		const provider = await openFaultyProvider({ redirectsTokenRequest: true });

		expect(await signInAt(provider)).toBe(SIGNUP_AFTER_FAILURE);
		expect(provider.requestedPaths).toContain('/moved');
		expect(provider.requestedPaths).not.toContain('/token');
	});

	test.each([
		['a page of our own origin', { 'sec-fetch-site': 'same-origin' }],
		['a typed URL', { 'sec-fetch-site': 'none' }],
		['a page of a listed origin', { 'sec-fetch-site': 'cross-site', referer: `${FRIEND}/` }],
		['a browser that sends no Sec-Fetch-Site header', {}],
	])('can be started by %s', async (_, headers) => {
		const provider = await openFaultyProvider();
		const app = await openAppWithProvider(provider);

		const { location } = (await app.inject({ url: START, headers })).headers;

		expect(String(location)).toContain(provider.issuer);
	});

	test.each([
		['a page of another site', { 'sec-fetch-site': 'cross-site' }],
		[
			'a page of another site with its referrer',
			{ 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' },
		],
		['a page of a neighbouring subdomain', { 'sec-fetch-site': 'same-site' }],
	])('cannot be started by %s', async (_, headers) => {
		const app = await openAppWithProvider(await openFaultyProvider());

		const { location } = (await app.inject({ url: START, headers })).headers;

		expect(location).toBe(SIGNUP_AFTER_FAILURE);
	});
});
