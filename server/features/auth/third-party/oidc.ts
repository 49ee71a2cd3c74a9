import * as client from 'openid-client';
import { isLoopback } from '#server/lib/ip-network.ts';
import { memoizeSuccess } from '#server/lib/promises.ts';
import type { ProviderIdentity } from './commands.ts';

/** Maximum time of each request to the provider. Starting a sign-in takes at most one, finishing it several. */
const TIMEOUT_SECONDS = 5;

/** Any OpenID Connect issuer; Google by default. */
interface ProviderSettings {
	issuer: string;
	clientId: string;
	clientSecret: string;
}

/** What the callback must match; a cookie keeps it while the browser is at the provider. */
interface PendingSignIn {
	state: string;
	nonce: string;
	codeVerifier: string;
}

export interface IdentityProvider {
	/** Returns the URL to redirect the browser to, and the data to keep until the callback. */
	start: (redirectUri: string) => Promise<{ url: string; pending: PendingSignIn }>;
	/** @throws Error when the callback does not match `pending`, or when the provider refuses */
	finish: (url: URL, pending: PendingSignIn) => Promise<ProviderIdentity>;
}

/** Sign-in by OpenID Connect with authorization code, state, nonce and PKCE (RFC 7636, RFC 9700). */
export function connectIdentityProvider(settings: ProviderSettings): IdentityProvider {
	const configuration = memoizeSuccess(() => discover(settings));
	return {
		async start(redirectUri) {
			const config = await configuration();
			const pending = {
				state: client.randomState(),
				nonce: client.randomNonce(),
				codeVerifier: client.randomPKCECodeVerifier(),
			};
			const url = client.buildAuthorizationUrl(config, {
				redirect_uri: redirectUri,
				scope: 'openid email profile',
				state: pending.state,
				nonce: pending.nonce,
				code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
				code_challenge_method: 'S256',
			});
			return { url: url.href, pending };
		},
		async finish(url, pending) {
			const tokenResponse = await client.authorizationCodeGrant(await configuration(), url, {
				pkceCodeVerifier: pending.codeVerifier,
				expectedState: pending.state,
				expectedNonce: pending.nonce,
				idTokenExpected: true,
			});
			const config = await configuration();
			const { sub = '' } = tokenResponse.claims() ?? {};
			const userInfo = await client.fetchUserInfo(config, tokenResponse.access_token, sub);
			return {
				issuer: config.serverMetadata().issuer,
				subject: sub,
				email: userInfo.email?.toLowerCase(),
				emailVerified: userInfo.email_verified === true,
				name: userInfo.name,
			};
		},
	};
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings) {
	const url = new URL(issuer);
	return client.discovery(url, clientId, clientSecret, undefined, {
		timeout: TIMEOUT_SECONDS,
		execute: [
			// TLS already authenticates the provider's answers; their signatures are checked as well.
			client.enableNonRepudiationChecks,
			...(isLoopback(url.hostname) ? [client.allowInsecureRequests] : []),
		],
	});
}
