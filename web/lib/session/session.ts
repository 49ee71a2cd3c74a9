import { createContext, useContext, useSyncExternalStore } from 'react';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { SESSION_DAYS, uiCookieName } from '#contract/core/cookies.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { eraseDrafts } from '#web/lib/drafts/drafts.ts';
import { forgetSeen } from '#web/lib/offline/forget.ts';
import {
	dropCredentials,
	readCredentials,
	storeCredentials,
	watchCredentials,
} from './credentials.ts';

export interface Session {
	/** `checking`: a token is stored and the server has not yet confirmed it. */
	status: 'checking' | 'signed-in' | 'signed-out';
	/** Spec 1 §4: the presence of the stored token decides whether the user counts as logged in. */
	hasToken: boolean;
	userId?: number;
	/** Set once the server has answered the check. */
	user?: OwnAccount;
}

const HINT_KEPT_MS = SESSION_DAYS * 86_400_000;
const LEAVING_WITHIN_MS = 5_000;
const SIGNED_OUT: Session = { status: 'signed-out', hasToken: false };
/** The session in server rendering for a browser whose cookie says that a user is signed in. */
const UNKNOWN_YET: Session = { status: 'checking', hasToken: true };
const watchers = new Set<() => void>();
let token = readCredentials()?.token;
let current: Session = fromStorage('checking');
let isLeaving = false;

/** Whether the browser was signed in when it requested the page, according to its cookie. */
export const WasSignedIn = createContext(false);

export function useSession(): Session {
	const wasSignedIn = useContext(WasSignedIn);
	return useSyncExternalStore(watchSession, currentSession, () =>
		wasSignedIn ? UNKNOWN_YET : SIGNED_OUT,
	);
}

export function currentSession(): Session {
	return current;
}

/** Calls back whenever the session changes; returns a function that stops watching. */
export function watchSession(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

/** Stores the new credentials and thereby starts the session. */
export function signIn(accessToken: string, userId: number): void {
	storeCredentials(accessToken, userId);
}

/**
 * Freezes the displayed session while the user signs out or deletes the account, so that a farewell can be shown
 * first. Followed by `signOut`, or by `holdSession(false)` if the action failed.
 */
export function holdSession(isHeld: boolean): void {
	isLeaving = isHeld;
	if (!isHeld && readCredentials()?.token !== token) hearCredentials();
}

/** Clears local storage and all local data, and reloads at the home page (spec 1 §3). */
export function signOut(): void {
	localStorage.clear();
	forgetSeen();
	// Signing out must not depend on IndexedDB or cookies, which the browser may forbid.
	void Promise.allSettled([eraseDrafts(), noteSignedIn(false)]).finally(() =>
		window.location.assign(PAGES.home),
	);
}

/** Ends the session on the server as well, and goes to the home page. */
export async function logOut(): Promise<void> {
	holdSession(true);
	await endSession();
	signOut();
}

/**
 * Ends the session on the server. Continues after a timeout, so that an unreachable server cannot prevent signing
 * out.
 */
export async function endSession(): Promise<void> {
	const patience = new Promise((resolve) => setTimeout(resolve, LEAVING_WITHIN_MS));
	const told = sessionCalls().then((calls) => calls.endSessionOnServer());
	await Promise.race([told.catch(() => undefined), patience]);
}

/**
 * Asks the server whether the stored token is valid; if not, removes it (spec 1 §4). If the server is unreachable or
 * overloaded, the session is kept.
 */
export async function checkStoredSession(): Promise<void> {
	const asked = token;
	if (asked === undefined) return;
	try {
		const user = await (await sessionCalls()).askWhoIsSignedIn();
		if (token === asked) publish({ status: 'signed-in', hasToken: true, userId: user.id, user });
	} catch (error) {
		if (token !== asked) return;
		if (isRefused(error)) dropCredentials();
		else publish(fromStorage('signed-in'));
	}
}

/** Loaded only if there is a session: a visitor's first page does not need the account endpoints. */
function sessionCalls() {
	return import('./calls.ts');
}

/**
 * Sets a cookie that tells the server to render the next page for a signed-in user. It does not say which user. If it
 * is wrong or missing, the first screen changes once.
 */
async function noteSignedIn(hasToken: boolean): Promise<void> {
	if (!('cookieStore' in globalThis)) return;
	const name = uiCookieName('signed-in', window.location.protocol === 'https:');
	if (!hasToken) {
		await cookieStore.delete(name);
		// The notice about an unconfirmed address belongs to this user only.
		await cookieStore.delete(uiCookieName('confirm-line', window.location.protocol === 'https:'));
	} else {
		const expires = Date.now() + HINT_KEPT_MS;
		await cookieStore.set({ name, value: '1', path: '/', expires, sameSite: 'lax' });
	}
}

/** Whether the server rejected the token. A response that is not JSON comes from a network or proxy instead. */
export function isRefused(error: unknown): boolean {
	return (
		error instanceof ApiError &&
		error.received === undefined &&
		(error.status === 401 || error.status === 404)
	);
}

function fromStorage(status: 'checking' | 'signed-in'): Session {
	const stored = readCredentials();
	return stored ? { status, hasToken: true, userId: stored.userId } : SIGNED_OUT;
}

function publish(next: Session): void {
	if (isLeaving) return;
	current = next;
	noteSignedIn(next.hasToken).catch(() => undefined);
	for (const watcher of watchers) watcher();
}

function hearCredentials(): void {
	const stored = readCredentials()?.token;
	if (isLeaving || stored === token) return;
	token = stored;
	publish(fromStorage('signed-in'));
	checkStoredSession().catch(() => undefined);
}

watchCredentials(hearCredentials);

/** A page restored from the back/forward cache is reloaded if the session has changed since. */
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
	if (!persisted || readCredentials()?.token === token) return;
	document.documentElement.hidden = true;
	window.location.reload();
});
