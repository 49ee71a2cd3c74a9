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
	/** `checking`: a token is stored, and the server has not yet said whether it holds. */
	status: 'checking' | 'signed-in' | 'signed-out';
	/** Spec 1 §4: logged in or out is decided by the presence of the stored token. */
	hasToken: boolean;
	userId?: number;
	/** Known once the server has answered the check. */
	user?: OwnAccount;
}

const HINT_KEPT_MS = SESSION_DAYS * 86_400_000;
const LEAVING_WITHIN_MS = 5_000;
const SIGNED_OUT: Session = { status: 'signed-out', hasToken: false };
/** As the server draws the page for somebody who was signed in when last here, whoever it is. */
const UNKNOWN_YET: Session = { status: 'checking', hasToken: true };
const watchers = new Set<() => void>();
let token = readCredentials()?.token;
let current: Session = fromStorage('checking');
let isLeaving = false;

/** Whether the browser was signed in when the page was asked for, as the server read from a cookie. */
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

/** Calls back whenever the session changes; returns how to stop. */
export function watchSession(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

/** Stores what signing in gave; the session counts from here on. */
export function signIn(accessToken: string, userId: number): void {
	storeCredentials(accessToken, userId);
}

/**
 * While somebody leaves, or deletes their account, the end of their sessions changes nothing on the screen: whoever leaves
 * reads goodbye first. `signOut` follows, or the deletion has failed and all is as before.
 */
export function holdSession(isHeld: boolean): void {
	isLeaving = isHeld;
	if (!isHeld && readCredentials()?.token !== token) hearCredentials();
}

/** Clears all of this browser's local storage and goes home with a clean slate (spec 1 §3). */
export function signOut(): void {
	localStorage.clear();
	forgetSeen();
	// A browser that keeps no drafts has none to erase, or no cookies: leaving must not depend on it.
	void Promise.allSettled([eraseDrafts(), noteSignedIn(false)]).finally(() =>
		window.location.assign(PAGES.home),
	);
}

/** Ends the session on the server too, and goes home. */
export async function logOut(): Promise<void> {
	holdSession(true);
	await endSession();
	signOut();
}

/** Ends the session on the server. One that cannot be reached, or does not answer, keeps nobody signed in. */
export async function endSession(): Promise<void> {
	const patience = new Promise((resolve) => setTimeout(resolve, LEAVING_WITHIN_MS));
	const told = sessionCalls().then((calls) => calls.endSessionOnServer());
	await Promise.race([told.catch(() => undefined), patience]);
}

/**
 * Asks the server whether the stored token holds; a refusal forgets it (spec 1 §4). An unreachable or
 * overloaded server has said nothing about the session: it is kept.
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

/** Fetched only where there is a session: a visitor's first page does without the contract of accounts. */
function sessionCalls() {
	return import('./calls.ts');
}

/**
 * So that the next page is drawn with what it will show from the start. It says only that somebody is signed in; where it is
 * wrong or a browser keeps none, the first screen changes once.
 */
async function noteSignedIn(hasToken: boolean): Promise<void> {
	if (!('cookieStore' in globalThis)) return;
	const name = uiCookieName('signed-in', window.location.protocol === 'https:');
	if (!hasToken) {
		await cookieStore.delete(name);
		// What the next person of this browser is asked is another matter.
		await cookieStore.delete(uiCookieName('confirm-line', window.location.protocol === 'https:'));
	} else {
		const expires = Date.now() + HINT_KEPT_MS;
		await cookieStore.set({ name, value: '1', path: '/', expires, sameSite: 'lax' });
	}
}

/** Whether the server has said that a token opens nothing. What is no JSON, a network or a proxy has said. */
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

/** A page that the browser has kept as it was, and brings back: it stays only for the one who left it. */
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
	if (!persisted || readCredentials()?.token === token) return;
	document.documentElement.hidden = true;
	window.location.reload();
});
