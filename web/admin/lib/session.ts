import { useSyncExternalStore } from 'react';
import { adminLogout, type OwnAdministrator } from '#contract/admin/session.ts';
import { sendAllHeld } from '#web/admin/kit/delayed-changes.ts';
import { officeCall } from './api.ts';
import { hasBeenIdle } from './idle.ts';
import { dropToken, readToken, type StoredAdmin, storeToken, watchToken } from './token.ts';

/** A server that does not answer keeps nobody from leaving. */
const LEAVING_WITHIN_MS = 5_000;

/** The token of the session that this tab logged out of, until another session has begun, here or in another tab. */
let leftToken: string | undefined;

watchToken(() => {
	const stored = readToken();
	if (stored && stored.token !== leftToken) leftToken = undefined;
});

/** Keeps a session that was opened by signing in. */
export function beginSession(token: string, { id, roleLevel }: OwnAdministrator): void {
	storeToken({ token, id, role: roleLevel });
}

/**
 * Logs out: the server is told, and what is stored is cleared whatever it answers (spec 2 §2, "Shell").
 */
export async function endSession(): Promise<void> {
	await sendAllHeld();
	leftToken = readToken()?.token;
	try {
		await officeCall(adminLogout, { signal: AbortSignal.timeout(LEAVING_WITHIN_MS) });
	} catch {
		// A session that the server no longer knows, or can't be told of, is over here all the same.
	} finally {
		dropToken();
	}
}

/** What the sign-in is told of the session before it. */
export interface ComingBack {
	/** The page that one was on, and will be again. */
	from?: string;
	/** Nobody was there any more. */
	wasIdle?: true;
}

/** Whoever leaves begins anew afterwards; whose session ended goes on where they were. */
export function comingBackTo(page: string): ComingBack {
	if (leftToken !== undefined) return {};
	return hasBeenIdle() ? { from: page, wasIdle: true } : { from: page };
}

/** Ends a session that nobody uses any more, without waiting for the server. */
export function endIdleSession(): void {
	officeCall(adminLogout, {}).catch(() => undefined);
	dropToken();
}

/** Who is signed in here, as far as this browser knows; the server decides about each call. */
export function useStoredAdmin(): StoredAdmin | undefined {
	return useSyncExternalStore(watchToken, readToken);
}
