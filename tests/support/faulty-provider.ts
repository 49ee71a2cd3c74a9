import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import { CLIENT, makeKeys } from './identity-provider.ts';

/** The faults of the provider; each is off by default. */
interface ProviderFaults {
	/** A wrong issuer in its metadata. */
	issuer?: string;
	/** A wrong audience of the ID token. */
	audience?: string;
	/** A wrong nonce. */
	nonce?: string;
	/** The token endpoint redirects. */
	redirectsTokenRequest?: boolean;
	/** The token endpoint never answers. */
	leavesTokenRequestOpen?: boolean;
	/** Publishes a key that it does not sign with. */
	otherKey?: boolean;
}

const PERSON = { sub: 'asha', email: 'asha@campus.example', email_verified: true };

/** An OpenID Connect provider with the given faults and one user who is always signed in. */
export async function openFaultyProvider(faults: ProviderFaults = {}) {
	const keys = await makeKeys();
	const otherKeys = await makeKeys();
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	const issuer = `http://127.0.0.1:${port}`;
	const requestedPaths: string[] = [];
	let nonce = '';

	const idToken = async () =>
		new SignJWT({ nonce: faults.nonce ?? nonce })
			.setProtectedHeader({ alg: 'RS256', kid: 'the-only' })
			.setIssuer(issuer)
			.setSubject(PERSON.sub)
			.setAudience(faults.audience ?? CLIENT.id)
			.setIssuedAt()
			.setExpirationTime('1m')
			.sign(await importJWK(keys.signing, 'RS256'));
	const handlers: Record<string, () => Promise<object>> = {
		'/.well-known/openid-configuration': async () => ({
			issuer: faults.issuer ?? issuer,
			authorization_endpoint: `${issuer}/authorize`,
			token_endpoint: `${issuer}/${faults.redirectsTokenRequest ? 'moved' : 'token'}`,
			userinfo_endpoint: `${issuer}/userinfo`,
			jwks_uri: `${issuer}/jwks`,
		}),
		'/jwks': async () => (faults.otherKey ? otherKeys.published : keys.published),
		'/token': async () => ({
			access_token: 'access',
			token_type: 'bearer',
			id_token: await idToken(),
		}),
		'/userinfo': async () => PERSON,
	};
	server.on('request', async ({ url = '' }, response) => {
		requestedPaths.push(url);
		if (url === '/moved') response.writeHead(307, { location: '/token' }).end();
		else if (url !== '/token' || !faults.leavesTokenRequestOpen)
			await sendJson(response, await handlers[url]?.());
	});

	/** The URL that a browser returns to from the provider. */
	function visit(address: string): URL {
		const params = new URL(address).searchParams;
		nonce = params.get('nonce') ?? '';
		const callbackUrl = new URL(params.get('redirect_uri') ?? '');
		callbackUrl.search = String(
			new URLSearchParams({ code: 'a-code', state: params.get('state') ?? '' }),
		);
		return callbackUrl;
	}
	return { issuer, visit, requestedPaths };
}

async function sendJson(response: ServerResponse, body: object | undefined): Promise<void> {
	response.statusCode = body ? 200 : 404;
	response.setHeader('content-type', 'application/json');
	response.end(JSON.stringify(body ?? {}));
}
