import { useSyncExternalStore } from 'react';
import { PAGES } from '#contract/pages.ts';
import type { OwnAccount } from '#contract/people.ts';
import { ApiError } from './api-error.ts';
import {
	dropCredentials,
	readCredentials,
	storeCredentials,
	watchCredentials,
} from './credentials.ts';
import { eraseDrafts } from './drafts.ts';
import { forgetSeen } from './seen.ts';

export interface Session {
	/** `checking`: a token is stored, and the server has not yet said whether it holds. */
	status: 'checking' | 'signed-in' | 'signed-out';
	/** Spec 1 §4: logged in or out is decided by the presence of the stored token. */
	hasToken: boolean;
	userId?: number;
	/** Known once the server has answered the check. */
	user?: OwnAccount;
}

const SIGNED_OUT: Session = { status: 'signed-out', hasToken: false };
const watchers = new Set<() => void>();
let token = readCredentials()?.token;
let current: Session = fromStorage('checking');

export function useSession(): Session {
	return useSyncExternalStore(watchSession, currentSession);
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

/** Clears all of this browser's local storage and goes home with a clean slate (spec 1 §3). */
export function signOut(): void {
	localStorage.clear();
	forgetSeen();
	// A browser that keeps no drafts has none to erase: leaving must not depend on it.
	eraseDrafts()
		.catch(() => undefined)
		.finally(() => window.location.assign(PAGES.home));
}

/** Ends the session on the server too. One that cannot be reached keeps nobody signed in. */
export async function logOut(): Promise<void> {
	await sessionCalls()
		.then((calls) => calls.endSessionOnServer())
		.catch(() => undefined);
	signOut();
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
	return import('./session-calls.ts');
}

function isRefused(error: unknown): boolean {
	return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

function fromStorage(status: 'checking' | 'signed-in'): Session {
	const stored = readCredentials();
	return stored ? { status, hasToken: true, userId: stored.userId } : SIGNED_OUT;
}

function publish(next: Session): void {
	current = next;
	for (const watcher of watchers) watcher();
}

watchCredentials(() => {
	const stored = readCredentials()?.token;
	if (stored === token) return;
	token = stored;
	publish(fromStorage('signed-in'));
	checkStoredSession().catch(() => undefined);
});
