import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import { CLIENT, makeKeys } from './identity-provider.ts';

/** What the provider does wrong. */
interface Falsehood {
	/** The issuer in its metadata. */
	issuer?: string;
	/** The audience of the ID token. */
	audience?: string;
	/** A nonce other than ours. */
	nonce?: string;
	/** The token endpoint redirects. */
	sendsOn?: boolean;
	/** Publishes a key that it does not sign with. */
	otherKey?: boolean;
}

const PERSON = { sub: 'asha', email: 'asha@campus.example', email_verified: true };

/** An OpenID Connect provider that misbehaves as told, with one user who is always signed in. */
export async function openFalseProvider(falsehood: Falsehood = {}) {
	const keys = await makeKeys();
	const others = await makeKeys();
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	const issuer = `http://127.0.0.1:${port}`;
	const followed: string[] = [];
	let nonce = '';

	const idToken = async () =>
		new SignJWT({ nonce: falsehood.nonce ?? nonce })
			.setProtectedHeader({ alg: 'RS256', kid: 'the-only' })
			.setIssuer(issuer)
			.setSubject(PERSON.sub)
			.setAudience(falsehood.audience ?? CLIENT.id)
			.setIssuedAt()
			.setExpirationTime('1m')
			.sign(await importJWK(keys.signing, 'RS256'));
	const answers: Record<string, () => Promise<object>> = {
		'/.well-known/openid-configuration': async () => ({
			issuer: falsehood.issuer ?? issuer,
			authorization_endpoint: `${issuer}/authorize`,
			token_endpoint: `${issuer}/${falsehood.sendsOn ? 'moved' : 'token'}`,
			userinfo_endpoint: `${issuer}/userinfo`,
			jwks_uri: `${issuer}/jwks`,
		}),
		'/jwks': async () => (falsehood.otherKey ? others.published : keys.published),
		'/token': async () => ({
			access_token: 'access',
			token_type: 'bearer',
			id_token: await idToken(),
		}),
		'/userinfo': async () => PERSON,
	};
	server.on('request', async ({ url = '' }, response) => {
		followed.push(url);
		if (url === '/moved') response.writeHead(307, { location: '/token' }).end();
		else await tell(response, await answers[url]?.());
	});

	/** The URL that a browser returns to from the provider. */
	function visit(address: string): URL {
		const asked = new URL(address).searchParams;
		nonce = asked.get('nonce') ?? '';
		const back = new URL(asked.get('redirect_uri') ?? '');
		back.search = String(new URLSearchParams({ code: 'a-code', state: asked.get('state') ?? '' }));
		return back;
	}
	return { issuer, visit, followed };
}

async function tell(response: ServerResponse, answer: object | undefined): Promise<void> {
	response.statusCode = answer ? 200 : 404;
	response.setHeader('content-type', 'application/json');
	response.end(JSON.stringify(answer ?? {}));
}
