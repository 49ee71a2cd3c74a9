import { createContext, useContext, useSyncExternalStore } from 'react';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { SESSION_DAYS, uiCookieName } from '#contract/core/cookies.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { eraseDrafts } from '#web/lib/drafts/drafts.ts';
import { clearOfflineCache } from '#web/lib/offline/forget.ts';
import {
	clearCredentials,
	readCredentials,
	storeCredentials,
	watchCredentials,
} from './credentials.ts';

export interface Session {
	/** `checking`: a token is stored, and the server has not yet said whether it holds. */
	status: 'checking' | 'signed-in' | 'signed-out';
	/** Spec 1 §4: logged in or out is decided by the presence of the stored token. */
	hasToken: boolean;
	userId?: number;
	/** Known once the server has answered the check. */
	user?: OwnAccount;
}

const SIGNED_IN_COOKIE_AGE_MS = SESSION_DAYS * 86_400_000;
const LOGOUT_TIMEOUT_MS = 5_000;
const SIGNED_OUT: Session = { status: 'signed-out', hasToken: false };
/** As the server draws the page for somebody who was signed in when last here, whoever it is. */
const CHECKING: Session = { status: 'checking', hasToken: true };
const listeners = new Set<() => void>();
let token = readCredentials()?.token;
let current: Session = sessionFromStorage('checking');
let isFrozen = false;

/** Whether the browser was signed in when the page was asked for, as the server read from a cookie. */
export const WasSignedInContext = createContext(false);

export function useSession(): Session {
	const wasSignedIn = useContext(WasSignedInContext);
	return useSyncExternalStore(watchSession, currentSession, () =>
		wasSignedIn ? CHECKING : SIGNED_OUT,
	);
}

export function currentSession(): Session {
	return current;
}

/** Calls back whenever the session changes; returns how to stop. */
export function watchSession(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Stores what signing in gave; the session counts from here on. */
export function signIn(accessToken: string, userId: number): void {
	storeCredentials(accessToken, userId);
}

/**
 * While somebody leaves, or deletes their account, the end of their sessions changes nothing on the screen: whoever leaves
 * reads goodbye first. `signOut` follows, or the deletion has failed and all is as before.
 */
export function freezeSession(shouldFreeze: boolean): void {
	isFrozen = shouldFreeze;
	if (!shouldFreeze && readCredentials()?.token !== token) handleCredentialsChange();
}

/** Clears all of this browser's local storage and goes home with a clean slate (spec 1 §3). */
export function clearLocalSession(): void {
	localStorage.clear();
	clearOfflineCache();
	// A browser that keeps no drafts has none to erase, or no cookies: leaving must not depend on it.
	void Promise.allSettled([eraseDrafts(), writeSignedInCookie(false)]).finally(() =>
		window.location.assign(PAGES.home),
	);
}

/** Ends the session on the server too, and goes home. */
export async function logOut(): Promise<void> {
	freezeSession(true);
	await endSession();
	clearLocalSession();
}

/** Ends the session on the server. One that cannot be reached, or does not answer, keeps nobody signed in. */
export async function endSession(): Promise<void> {
	const timeout = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS));
	const request = importCalls().then((calls) => calls.endSessionOnServer());
	await Promise.race([request.catch(() => undefined), timeout]);
}

/**
 * Asks the server whether the stored token holds; a refusal forgets it (spec 1 §4). An unreachable or
 * overloaded server has said nothing about the session: it is kept.
 */
export async function checkStoredSession(): Promise<void> {
	const checkedToken = token;
	if (checkedToken === undefined) return;
	try {
		const user = await (await importCalls()).fetchCurrentUser();
		if (token === checkedToken)
			publish({ status: 'signed-in', hasToken: true, userId: user.id, user });
	} catch (error) {
		if (token !== checkedToken) return;
		if (isTokenRejected(error)) clearCredentials();
		else publish(sessionFromStorage('signed-in'));
	}
}

/** Fetched only where there is a session: a visitor's first page does without the contract of accounts. */
function importCalls() {
	return import('./calls.ts');
}

/**
 * So that the next page is drawn with what it will show from the start. It says only that somebody is signed in; where it is
 * wrong or a browser keeps none, the first screen changes once.
 */
async function writeSignedInCookie(hasToken: boolean): Promise<void> {
	if (!('cookieStore' in globalThis)) return;
	const name = uiCookieName('signed-in', window.location.protocol === 'https:');
	if (!hasToken) {
		await cookieStore.delete(name);
		// What the next person of this browser is asked is another matter.
		await cookieStore.delete(uiCookieName('confirm-line', window.location.protocol === 'https:'));
	} else {
		const expires = Date.now() + SIGNED_IN_COOKIE_AGE_MS;
		await cookieStore.set({ name, value: '1', path: '/', expires, sameSite: 'lax' });
	}
}

/** Whether the server has said that a token opens nothing. What is no JSON, a network or a proxy has said. */
export function isTokenRejected(error: unknown): boolean {
	return (
		error instanceof ApiError &&
		error.receivedText === undefined &&
		(error.status === 401 || error.status === 404)
	);
}

function sessionFromStorage(status: 'checking' | 'signed-in'): Session {
	const stored = readCredentials();
	return stored ? { status, hasToken: true, userId: stored.userId } : SIGNED_OUT;
}

function publish(next: Session): void {
	if (isFrozen) return;
	current = next;
	writeSignedInCookie(next.hasToken).catch(() => undefined);
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

/** A page that the browser has kept as it was, and brings back: it stays only for the one who left it. */
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
	if (!persisted || readCredentials()?.token === token) return;
	document.documentElement.hidden = true;
	window.location.reload();
});
