import { randomUUID } from 'node:crypto';
import { openApp } from './app.ts';
import { CLIENT, openIdentityProvider, type ProvidersPerson } from './identity-provider.ts';

export const MARKET = 'https://market.example';
export const CALLBACK = `${MARKET}/api/auth/google/callback`;
/** The host of an app without a configured public URL. */
export const PLAIN_HOST = '127.0.0.1:4321';
/** The page on which a failed sign-in ends. */
export const FAILED = '/signup?error=auth_failed';

interface Visit {
	/** The URL that the provider redirects the browser to. */
	address: URL;
	/** The cookie that the app set meanwhile. */
	cookie: string;
}

/**
 * An app with an identity provider, and a browser's requests between the two.
 * @param more environment variables
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

/** A user that only the provider knows. */
export function stranger(more: Partial<ProvidersPerson> = {}): ProvidersPerson {
	const sub = randomUUID();
	return { sub, email: `${sub}@campus.example`, email_verified: true, name: 'Meera Iyer', ...more };
}
