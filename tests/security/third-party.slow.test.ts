import { describe, expect, test, vi } from 'vitest';
import { SIGNUP_AFTER_FAILURE } from '#contract/core/pages.ts';
import { CAPACITY } from '#server/http/overload.ts';
import { openApp } from '#tests/support/app.ts';
import { openFaultyProvider } from '#tests/support/faulty-provider.ts';
import { CLIENT } from '#tests/support/identity-provider.ts';

const MARKET = 'https://market.example';
const LISTED_ORIGIN = 'https://friend.example';
const START = '/api/auth/google';
const WAIT = { timeout: 20_000, interval: 20 };

async function openAppWithProvider({ issuer }: { issuer: string }) {
	const { app } = await openApp({
		OIDC_ISSUER: issuer,
		GOOGLE_CLIENT_ID: CLIENT.id,
		GOOGLE_CLIENT_SECRET: CLIENT.secret,
		PUBLIC_URL: MARKET,
		TRUST_PROXY: '1',
		CORS_ORIGINS: LISTED_ORIGIN,
	});
	return app;
}

type Provider = Awaited<ReturnType<typeof openFaultyProvider>>;

/**
 * Starts a sign-in in a browser.
 * @returns where the app redirects, and, if that is the provider, the request by which the browser comes back from it
 */
async function visitProvider(
	app: Awaited<ReturnType<typeof openAppWithProvider>>,
	provider: Provider,
) {
	const redirect = await app.inject(START);
	const location = String(redirect.headers.location);
	if (!location.startsWith(provider.issuer)) return { location };
	const [cookie = ''] = String(redirect.headers['set-cookie']).split(';', 1);
	const { pathname, search } = provider.visit(location);
	return { location, callback: { url: pathname + search, headers: { cookie } } };
}

/** The page on which a sign-in with this provider ends. */
async function signInAt(provider: Provider): Promise<string> {
	const app = await openAppWithProvider(provider);
	const { location, callback } = await visitProvider(app, provider);
	if (!callback) return location;
	const response = await app.inject(callback);
	return String(response.headers.location);
}

describe('sign-in with an identity provider', () => {
	test('sign-in succeeds with a valid response of the provider', async () => {
		const provider = await openFaultyProvider();

		expect(await signInAt(provider)).toMatch(/^\/auth\/success\?token=/);
	});

	test('sign-in fails when the ID token is signed with a key that the provider does not publish', async () => {
		const provider = await openFaultyProvider({ otherKey: true });

		expect(await signInAt(provider)).toBe(SIGNUP_AFTER_FAILURE);
	});

	test('sign-in fails when the ID token has another nonce', async () => {
		const provider = await openFaultyProvider({ nonce: 'of yesterday' });

		expect(await signInAt(provider)).toBe(SIGNUP_AFTER_FAILURE);
	});

	test('sign-in fails when the ID token is for another client', async () => {
		const provider = await openFaultyProvider({ audience: 'another market' });

		expect(await signInAt(provider)).toBe(SIGNUP_AFTER_FAILURE);
	});

	test('sign-in fails when the provider names another issuer', async () => {
		const provider = await openFaultyProvider({ issuer: 'https://accounts.example' });

		expect(await signInAt(provider)).toBe(SIGNUP_AFTER_FAILURE);
	});

	test('sign-in fails when the provider redirects the token request', async () => {
		const provider = await openFaultyProvider({ redirectsTokenRequest: true });

		expect(await signInAt(provider)).toBe(SIGNUP_AFTER_FAILURE);
		expect(provider.requestedPaths).toContain('/moved');
		expect(provider.requestedPaths).not.toContain('/token');
	});

	test.each([
		['a page of our own origin', { 'sec-fetch-site': 'same-origin' }],
		['a typed URL', { 'sec-fetch-site': 'none' }],
		['a page of a listed origin', { 'sec-fetch-site': 'cross-site', referer: `${LISTED_ORIGIN}/` }],
		['a browser that sends no Sec-Fetch-Site header', {}],
	])('sign-in with a provider can be started by %s', async (_, headers) => {
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
	])('sign-in with a provider cannot be started by %s', async (_, headers) => {
		const app = await openAppWithProvider(await openFaultyProvider());

		const { location } = (await app.inject({ url: START, headers })).headers;

		expect(location).toBe(SIGNUP_AFTER_FAILURE);
	});

	test('sign-in with a provider that never answers ends at the sign-up page after a few seconds, and meanwhile listings are served', {
		timeout: 25_000,
	}, async () => {
		const provider = await openFaultyProvider({ leavesTokenRequestOpen: true });
		const app = await openAppWithProvider(provider);
		const { callback } = await visitProvider(app, provider);
		const address = await app.listen({ port: 0, host: '127.0.0.1' });
		const headers = { ...callback?.headers, accept: 'text/html' };
		const count = CAPACITY.everythingElse;
		let endedCount = 0;
		const callbacks = Array.from({ length: count }, async () => {
			const res = await fetch(`${address}${callback?.url}`, { headers, redirect: 'manual' });
			endedCount += 1;
			return [res.status, res.headers.get('location')];
		});
		const waitingCount = () => provider.requestedPaths.filter((path) => path === '/token').length;
		// A callback that has timed out counts twice, as waiting and as ended, so the sum can exceed `count`.
		await vi.waitUntil(() => waitingCount() + endedCount >= count, WAIT);

		const listing = await fetch(`${address}/api/items`);

		expect(listing.status).toBe(200);
		expect(endedCount).toBeLessThan(count);
		expect(await Promise.all(callbacks)).toEqual(
			Array.from({ length: count }, () => [302, SIGNUP_AFTER_FAILURE]),
		);
	});
});
