import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { onCleanup } from './on-cleanup.ts';

/** A user as the provider knows them. */
export interface ProviderAccount {
	sub: string;
	email?: string;
	email_verified?: boolean;
	name?: string;
}

export const CLIENT = { id: 'the-market', secret: 'known to the two of us' };

/**
 * A real OpenID Connect provider on this computer. The user of the last `signInAs` is signed in without a prompt.
 * @param redirectUris allowed redirect URIs
 */
export async function openIdentityProvider(redirectUris: string[]) {
	const accounts = new Map<string, ProviderAccount>();
	let account: ProviderAccount = { sub: 'nobody' };
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const issuer = `http://127.0.0.1:${port}`;
	const configuration = await configure(redirectUris, accounts);
	const provider = new Provider(issuer, configuration);
	const handleRequest = provider.callback();
	server.on('request', async (request, response) => {
		if (!request.url?.startsWith('/interaction/')) return handleRequest(request, response);
		const login = { accountId: account.sub };
		await provider.interactionFinished(request, response, { login });
	});
	const close = async () => {
		server.closeAllConnections();
		if (server.listening) await new Promise((resume) => server.close(resume));
	};
	const reopen = () => once(server.listen(port, '127.0.0.1'), 'listening');
	onCleanup(close);

	/** Sets the user who is signed in from here on. */
	function signInAs(who: ProviderAccount): void {
		accounts.set(who.sub, who);
		account = who;
	}

	/**
	 * Follows a browser's redirects at the provider.
	 * @returns the URL that the browser returns to
	 */
	async function visit(address: string, who: ProviderAccount): Promise<URL> {
		signInAs(who);
		const cookies = new Map<string, string>();
		let nextUrl = address;
		while (nextUrl.startsWith(issuer)) {
			const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
			const res = await fetch(nextUrl, { redirect: 'manual', headers: { cookie } });
			for (const setCookie of res.headers.getSetCookie()) {
				const [, name = '', value = ''] = setCookie.match(/^([^=]+)=([^;]*)/) ?? [];
				cookies.set(name, value);
			}
			const location = res.headers.get('location');
			if (!location) throw new Error(`The provider answered ${res.status}: ${await res.text()}`);
			nextUrl = new URL(location, issuer).href;
		}
		return new URL(nextUrl);
	}
	return { issuer, signInAs, visit, close, reopen };
}

/** A signing key and its public JWK. */
export async function makeKeys() {
	const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
	const keyFields = { alg: 'RS256', use: 'sig', kid: 'the-only' };
	return {
		signing: { ...(await exportJWK(privateKey)), ...keyFields },
		published: { keys: [{ ...(await exportJWK(publicKey)), ...keyFields }] },
	};
}

async function configure(
	redirectUris: string[],
	accounts: Map<string, ProviderAccount>,
): Promise<Configuration> {
	const { signing } = await makeKeys();
	return {
		clients: [
			{
				client_id: CLIENT.id,
				client_secret: CLIENT.secret,
				redirect_uris: redirectUris,
				token_endpoint_auth_method: 'client_secret_post',
			},
		],
		jwks: { keys: [signing] },
		cookies: { keys: ['signs the cookies of the tests'] },
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
		features: { devInteractions: { enabled: false } },
		ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
		interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
		findAccount: (_context, sub) => ({
			accountId: sub,
			claims: async () => ({ ...accounts.get(sub), sub }),
		}),
		// Grants consent without a prompt.
		async loadExistingGrant({ oidc }) {
			const { client, session, provider } = oidc;
			const grant = new provider.Grant({
				clientId: client?.clientId,
				accountId: session?.accountId,
			});
			grant.addOIDCScope('openid email profile');
			await grant.save();
			return grant;
		},
	};
}
