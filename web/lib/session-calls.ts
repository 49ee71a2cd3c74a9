import { checkSession, logout } from '#contract/auth.ts';
import type { OwnAccount } from '#contract/people.ts';
import { call } from './api.ts';

/** Who the stored token belongs to, by the server's word. */
export async function askWhoIsSignedIn(): Promise<OwnAccount> {
	return (await call(checkSession, {})).user;
}

export async function endSessionOnServer(): Promise<void> {
	await call(logout, {});
}
