import { checkSession, logout } from '#contract/auth.ts';
import type { OwnAccount } from '#contract/people.ts';
import { call } from './api.ts';

/** Who the stored token belongs to, by the server's word. */
export async function askWhoIsSignedIn(): Promise<OwnAccount> {
	return (await call(checkSession, {})).user;
}

/** Who a token belongs to that is not stored here: what the server says of it ends no session of this browser. */
export async function askWhoHas(token: string): Promise<OwnAccount> {
	const asNobody = { ...checkSession, auth: 'none' } as const;
	const headers = { authorization: `Bearer ${token}` };
	return (await call(asNobody, { headers })).user;
}

export async function endSessionOnServer(): Promise<void> {
	await call(logout, {});
}
