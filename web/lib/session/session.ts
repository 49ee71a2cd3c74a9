import { createContext, useContext, useSyncExternalStore } from 'react';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { SESSION_DAYS } from '#contract/core/cookies.ts';
import { PAGES } from '#contract/core/pages.ts';
import { isRefusal } from '#web/lib/api/api-error.ts';
import { eraseDrafts } from '#web/lib/drafts/drafts.ts';
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts';
import { writeUiCookie } from '#web/lib/ui-cookie.ts';
import { ADMIN_KEY_PREFIX } from './admin-storage-keys.ts';
import { removeStored, storedKeys } from './browser-storage.ts';
import { reserveConfirmNoticeSpace } from './confirm-notice-cookie.ts';
import {
	clearCredentials,
	readCredentials,
	storeCredentials,
	takeSessionEndReason,
	watchCredentials,
} from './credentials.ts';

/** The session of this page, built from the stored credentials and confirmed by the server. */
export interface Session {
	/** `checking`: a token is stored and the server has not yet confirmed it. */
	status: 'checking' | 'signed-in' | 'signed-out';
	/** The presence of the stored token decides whether the user counts as logged in. */
	hasToken: boolean;
	userId?: number;
	/** Set once the server has answered the check. */
	user?: OwnAccount;
}

const SIGNED_IN_COOKIE_AGE_SECONDS = SESSION_DAYS * 86_400;
const LOGOUT_TIMEOUT_MS = 5_000;
/** If the check takes longer, the stored session is shown unchecked, so that pages with local drafts can open. */
const CHECK_TIMEOUT_MS = 4_000;
/** If hydration takes longer, the real session is shown anyway: one part may never load its script. */
const HYDRATION_TIMEOUT_MS = 10_000;
const SIGNED_OUT: Session = { status: 'signed-out', hasToken: false };
/** The session in server rendering for a browser whose cookie says that a user is signed in. */
const CHECKING: Session = { status: 'checking', hasToken: true };
const listeners = new Set<() => void>();
/** The token of `session`. */
let token = readCredentials()?.token;
let session: Session = sessionFromStorage('checking');
let isFrozen = false;
/** Shown instead of the real session during hydration; see `showServerSession`. */
let serverSession: Session | undefined;

/** Whether the browser was signed in when it requested the page, according to its cookie. */
export const WasSignedInContext = createContext(false);

/** The session to show; until the page is hydrated, the session that the server has assumed. */
export function useSession(): Session {
	const wasSignedIn = useContext(WasSignedInContext);
	return useSyncExternalStore(watchSession, shownSession, () => sessionOfServer(wasSignedIn));
}

/**
 * Until the page is hydrated, shows the session that the server assumed. A change before that would make React replace
 * parts whose scripts are still loading by placeholders. The page would move, and presses on these parts would be lost.
 */
export function showServerSession(wasSignedIn: boolean, hydration: Promise<unknown>): void {
	serverSession = sessionOfServer(wasSignedIn);
	const timeout = new Promise((resolve) => setTimeout(resolve, HYDRATION_TIMEOUT_MS));
	void Promise.race([hydration, timeout]).then(() => {
		serverSession = undefined;
		for (const listener of listeners) listener();
	});
}

const sessionOfServer = (wasSignedIn: boolean) => (wasSignedIn ? CHECKING : SIGNED_OUT);
const shownSession = () => serverSession ?? session;

/** The real session, also before the page is hydrated. */
export function currentSession(): Session {
	return session;
}

/** Calls back whenever the session changes; returns a function that stops watching. */
export function watchSession(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Stores the new credentials and thereby starts the session. */
export function signIn(accessToken: string, userId: number): void {
	storeCredentials(accessToken, userId);
}

/**
 * Freezes the displayed session while the user signs out or deletes the account, so that a farewell can be shown
 * first. Followed by `clearLocalSession`, or by `freezeSession(false)` if the action failed.
 */
export function freezeSession(shouldFreeze: boolean): void {
	isFrozen = shouldFreeze;
	if (!shouldFreeze && readCredentials()?.token !== token) handleCredentialsChange();
}

/**
 * Clears local storage, except for an administrator's session in the same browser. The page keeps showing the user's
 * session until it is reloaded.
 */
export function clearStoredSession(): void {
	for (const key of storedKeys()) if (!key.startsWith(ADMIN_KEY_PREFIX)) removeStored(key);
	clearOfflineCache();
	writeSignedInCookie(false);
}

/** Clears the session, the drafts and the offline pages in this browser, and loads the home page anew. */
export function clearLocalSession(): void {
	clearStoredSession();
	// Signing out must not depend on IndexedDB, which the browser may forbid.
	void Promise.allSettled([eraseDrafts()]).then(() => window.location.assign(PAGES.home));
}

/** Ends the session on the server as well, and goes to the home page. */
export async function logOut(): Promise<void> {
	freezeSession(true);
	await endSession();
	clearLocalSession();
}

/**
 * Ends the session on the server. Continues after a timeout, so that an unreachable server cannot prevent signing
 * out.
 */
export async function endSession(): Promise<void> {
	const timeout = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS));
	const request = importCalls().then((calls) => calls.endSessionOnServer());
	await Promise.race([request.catch(() => undefined), timeout]);
}

/**
 * Asks the server whether the stored token is valid; if not, removes it. If the server is slow, unreachable
 * or overloaded, the session is kept, with the user of an earlier check of this token.
 */
export async function checkStoredSession(): Promise<void> {
	const checkedToken = token;
	if (checkedToken === undefined) return;
	const isCurrent = () => token === checkedToken;
	const showUnchecked = () =>
		isCurrent() && !session.user && publish(sessionFromStorage('signed-in'));
	const timer = setTimeout(showUnchecked, CHECK_TIMEOUT_MS);
	try {
		const user = await (await importCalls()).fetchCurrentUser();
		if (!isCurrent()) return;
		// The session continues, so a stored reason for its end does not apply.
		takeSessionEndReason();
		publish({ status: 'signed-in', hasToken: true, userId: user.id, user });
	} catch (error) {
		if (!isTokenRejected(error)) showUnchecked();
		else if (isCurrent()) clearCredentials();
	} finally {
		clearTimeout(timer);
	}
}

/** Loaded only if there is a session: a visitor's first page makes none of these calls. */
function importCalls() {
	return import('./calls.ts');
}

/**
 * Sets a cookie that tells the server to render the next page for a signed-in user. It does not say which user. If it
 * is wrong or missing, the first screen changes once.
 */
function writeSignedInCookie(hasToken: boolean): void {
	if (hasToken) {
		writeUiCookie('signed-in', '1', SIGNED_IN_COOKIE_AGE_SECONDS);
		return;
	}
	// The notice about an unconfirmed address and the rows of the home page belong to this user only.
	for (const cookie of ['signed-in', 'confirm-line', 'home-rows'] as const)
		writeUiCookie(cookie, '', 0);
}

/** Whether the server rejected the token, or answered that its user does not exist any more (404). */
export function isTokenRejected(error: unknown): boolean {
	return isRefusal(error) && (error.status === 401 || error.status === 404);
}

function sessionFromStorage(status: 'checking' | 'signed-in'): Session {
	const stored = readCredentials();
	return stored ? { status, hasToken: true, userId: stored.userId } : SIGNED_OUT;
}

function publish(next: Session): void {
	if (isFrozen) return;
	session = next;
	writeSignedInCookie(next.hasToken);
	if (!next.hasToken) reserveConfirmNoticeSpace(false);
	for (const listener of listeners) listener();
}

function handleCredentialsChange(): void {
	const stored = readCredentials()?.token;
	if (isFrozen || stored === token) return;
	token = stored;
	publish(sessionFromStorage('signed-in'));
	checkStoredSession().catch(() => undefined);
}

watchCredentials(handleCredentialsChange);

/** A page restored from the back/forward cache is reloaded if the session has changed since, or was being ended. */
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
	if (!persisted || (!isFrozen && readCredentials()?.token === token)) return;
	document.documentElement.hidden = true;
	window.location.reload();
});
