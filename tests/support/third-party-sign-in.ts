import { randomUUID } from 'node:crypto';
import { openApp } from './app.ts';
import { CLIENT, openIdentityProvider, type ProviderAccount } from './identity-provider.ts';

export const PUBLIC_ORIGIN = 'https://market.example';
export const CALLBACK = `${PUBLIC_ORIGIN}/api/auth/google/callback`;
/** The host of an app without a configured public URL. */
export const PLAIN_HOST = '127.0.0.1:4321';
/** The page on which a failed sign-in ends. */
export const FAILED_SIGN_IN_PAGE = '/signup?error=auth_failed';

interface ProviderVisit {
	/** The URL that the provider redirects the browser to. */
	address: URL;
	/** The cookie that the app set meanwhile. */
	cookie: string;
}

/**
 * An app with an identity provider, and a browser's requests between the two.
 * @param overrides environment variables
 */
export async function openThirdPartySignIn(overrides: Record<string, string> = {}) {
	const provider = await openIdentityProvider([
		CALLBACK,
		`http://${PLAIN_HOST}/api/auth/google/callback`,
	]);
	const PROVIDER_SETTINGS = {
		OIDC_ISSUER: provider.issuer,
		GOOGLE_CLIENT_ID: CLIENT.id,
		GOOGLE_CLIENT_SECRET: CLIENT.secret,
	};
	const publicSettings = { PUBLIC_URL: PUBLIC_ORIGIN, TRUST_PROXY: '1' };
	const t = await openApp({ ...PROVIDER_SETTINGS, ...publicSettings, ...overrides });

	async function startSignIn(app = t.app, host?: string) {
		const res = await app.inject({ url: '/api/auth/google', headers: { ...(host && { host }) } });
		const cookie = String(res.headers['set-cookie'] ?? '');
		return { res, location: String(res.headers.location), cookie: cookie.split(';', 1)[0] ?? '' };
	}

	async function visitProvider(account: ProviderAccount): Promise<ProviderVisit> {
		const { location, cookie } = await startSignIn();
		return { address: await provider.visit(location, account), cookie };
	}

	const finishSignIn = ({ address, cookie }: ProviderVisit, remoteAddress = '127.0.0.1') =>
		t.app.inject({ url: address.pathname + address.search, headers: { cookie }, remoteAddress });

	const signIn = async (account: ProviderAccount) => finishSignIn(await visitProvider(account));
	return { t, provider, PROVIDER_SETTINGS, startSignIn, visitProvider, finishSignIn, signIn };
}

/** The token in the URL that the app redirects to after a sign-in; empty if it has none. */
export function tokenOf(res: { headers: Record<string, unknown> }): string {
	const [, token = ''] = String(res.headers.location).match(/^\/auth\/success\?token=(.+)$/) ?? [];
	return token;
}

/** A user that only the provider knows. */
export function newProviderAccount(overrides: Partial<ProviderAccount> = {}): ProviderAccount {
	const sub = randomUUID();
	return {
		sub,
		email: `${sub}@campus.example`,
		email_verified: true,
		name: 'Meera Iyer',
		...overrides,
	};
}
