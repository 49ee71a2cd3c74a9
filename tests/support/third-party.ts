import { randomUUID } from 'node:crypto';
import { openApp } from './app.ts';
import { CLIENT, openIdentityProvider, type ProvidersPerson } from './identity-provider.ts';

export const MARKET = 'https://market.example';
export const CALLBACK = `${MARKET}/api/auth/google/callback`;
/** Of a market that has no public address configured. */
export const PLAIN_HOST = '127.0.0.1:4321';
/** Where the browser of somebody ends who does not come in. */
export const FAILED = '/signup?error=auth_failed';

interface Visit {
	/** Where the provider sends the browser back to. */
	address: URL;
	/** What the market asked the browser to keep meanwhile. */
	cookie: string;
}

/**
 * A market with an identity provider, and the ways of a browser between the two.
 * @param more variables of its configuration
 */
export async function openThirdParty(more: Record<string, string> = {}) {
	const provider = await openIdentityProvider([
		CALLBACK,
		`http://${PLAIN_HOST}/api/auth/google/callback`,
	]);
	const CONFIGURED = {
		OIDC_ISSUER: provider.issuer,
		GOOGLE_CLIENT_ID: CLIENT.id,
		GOOGLE_CLIENT_SECRET: CLIENT.secret,
	};
	const t = await openApp({ ...CONFIGURED, PUBLIC_URL: MARKET, ...more });

	async function leave(app = t.app, host?: string) {
		const res = await app.inject({ url: '/api/auth/google', headers: { ...(host && { host }) } });
		const cookie = String(res.headers['set-cookie'] ?? '');
		return { res, location: String(res.headers.location), cookie: cookie.split(';', 1)[0] ?? '' };
	}

	async function visitProvider(who: ProvidersPerson): Promise<Visit> {
		const { location, cookie } = await leave();
		return { address: await provider.visit(location, who), cookie };
	}

	const comeBack = ({ address, cookie }: Visit, remoteAddress = '127.0.0.1') =>
		t.app.inject({ url: address.pathname + address.search, headers: { cookie }, remoteAddress });

	const signIn = async (who: ProvidersPerson) => comeBack(await visitProvider(who));
	return { t, provider, CONFIGURED, leave, visitProvider, comeBack, signIn };
}

export function tokenOf(res: { headers: Record<string, unknown> }): string {
	const [, token = ''] = String(res.headers.location).match(/^\/auth\/success\?token=(.+)$/) ?? [];
	return token;
}

/** Somebody whom only the provider knows. */
export function stranger(more: Partial<ProvidersPerson> = {}): ProvidersPerson {
	const sub = randomUUID();
	return { sub, email: `${sub}@campus.example`, email_verified: true, name: 'Meera Iyer', ...more };
}
