import { useSyncExternalStore } from 'react';
import {
	ADMIN_SESSION_MESSAGES,
	adminLogout,
	type OwnAdministrator,
} from '#contract/admin/session.ts';
import { callAdminApi } from './api.ts';
import { sendBeforeLogout } from './delayed-changes.ts';
import { hasBeenIdle } from './idle.ts';
import {
	clearToken,
	readStoredAdmin,
	type StoredAdmin,
	storeToken,
	wasEndedByServer,
	watchToken,
} from './token.ts';

/** Logging out waits at most this long for the delayed changes of all tabs, and then at most this long for the server. */
const LOGOUT_TIMEOUT_MS = 5_000;

/** The token of the session that this tab logged out of, until another session begins here or in another tab. */
let loggedOutToken: string | undefined;

watchToken(() => {
	const stored = readStoredAdmin();
	if (stored && stored.token !== loggedOutToken) loggedOutToken = undefined;
});

/** Stores a new session. */
export function storeSession(token: string, { id, roleLevel }: OwnAdministrator): void {
	storeToken({ token, id, role: roleLevel });
}

/** Logs out: ends the session on the server, and clears the stored token even if that fails. */
export async function endSession(): Promise<void> {
	const timeout = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS));
	await Promise.race([sendBeforeLogout(), timeout]);
	loggedOutToken = readStoredAdmin()?.token;
	try {
		await callAdminApi(adminLogout, { signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS) });
	} catch {
		// Cleared also when the server does not know the session or cannot be reached.
	} finally {
		clearToken();
	}
}

/** State passed to the sign-in page. */
export interface LoginState {
	/** The page to return to. */
	from?: string;
	/** Why the session ended, if it was not by logging out. */
	message?: string;
}

/**
 * The state with which the sign-in page is opened. After a logout, the next sign-in opens the dashboard. If the session
 * ended otherwise, the sign-in returns to `page`.
 */
export function loginStateFor(page: string): LoginState {
	if (loggedOutToken !== undefined) return {};
	if (hasBeenIdle()) return { from: page, message: ADMIN_SESSION_MESSAGES.ended };
	return wasEndedByServer()
		? { from: page, message: ADMIN_SESSION_MESSAGES.endedByServer }
		: { from: page };
}

/** Ends an idle session without waiting for the server. */
export function endIdleSession(): void {
	callAdminApi(adminLogout, {}).catch(() => undefined);
	clearToken();
}

/** The signed-in administrator as far as this browser knows; the server checks each request. */
export function useStoredAdmin(): StoredAdmin | undefined {
	return useSyncExternalStore(watchToken, readStoredAdmin);
}
