import { useSyncExternalStore } from 'react';
import { adminLogout, type OwnAdministrator } from '#contract/admin/session.ts';
import { sendAllDelayed } from '#web/admin/kit/delayed-changes.ts';
import { callAdminApi } from './api.ts';
import { hasBeenIdle } from './idle.ts';
import { clearToken, readToken, type StoredAdmin, storeToken, watchToken } from './token.ts';

/** A server that does not answer keeps nobody from leaving. */
const LOGOUT_TIMEOUT_MS = 5_000;

/** The token of the session that this tab logged out of, until another session has begun, here or in another tab. */
let loggedOutToken: string | undefined;

watchToken(() => {
	const stored = readToken();
	if (stored && stored.token !== loggedOutToken) loggedOutToken = undefined;
});

/** Keeps a session that was opened by signing in. */
export function storeSession(token: string, { id, roleLevel }: OwnAdministrator): void {
	storeToken({ token, id, role: roleLevel });
}

/**
 * Logs out: the server is told, and what is stored is cleared whatever it answers (spec 2 §2, "Shell").
 */
export async function endSession(): Promise<void> {
	await sendAllDelayed();
	loggedOutToken = readToken()?.token;
	try {
		await callAdminApi(adminLogout, { signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS) });
	} catch {
		// A session that the server no longer knows, or can't be told of, is over here all the same.
	} finally {
		clearToken();
	}
}

/** What the sign-in is told of the session before it. */
export interface LoginState {
	/** The page that one was on, and will be again. */
	from?: string;
	/** Nobody was there any more. */
	wasIdle?: true;
}

/** Whoever leaves begins anew afterwards; whose session ended goes on where they were. */
export function loginStateFor(page: string): LoginState {
	if (loggedOutToken !== undefined) return {};
	return hasBeenIdle() ? { from: page, wasIdle: true } : { from: page };
}

/** Ends a session that nobody uses any more, without waiting for the server. */
export function endIdleSession(): void {
	callAdminApi(adminLogout, {}).catch(() => undefined);
	clearToken();
}

/** Who is signed in here, as far as this browser knows; the server decides about each call. */
export function useStoredAdmin(): StoredAdmin | undefined {
	return useSyncExternalStore(watchToken, readToken);
}
