import { readStored, removeStored, store } from './browser-storage.ts';

/** The two keys that the market has in local storage. */
const TOKEN_KEY = 'accessToken';
const USER_KEY = 'userId';

/** What the browser stores of a session. */
export interface Credentials {
	token: string;
	/** Undefined if the stored id is missing or malformed. */
	userId: number | undefined;
}

/** Why the session of this page ended or is about to end. */
let sessionEndReason: SessionEndReason | undefined;

/** The user whose token the server is replacing. The server rejects the old token before this page has the new one. */
let renewingUserId: number | undefined;

const listeners = new Set<() => void>();

/** The stored credentials; undefined without a token. */
export function readCredentials(): Credentials | undefined {
	const token = readStored(TOKEN_KEY);
	if (!token) return undefined;
	const userId = Number(readStored(USER_KEY));
	return { token, userId: Number.isInteger(userId) && userId > 0 ? userId : undefined };
}

export function storeCredentials(token: string, userId: number): void {
	store(TOKEN_KEY, token);
	store(USER_KEY, String(userId));
	notifyListeners();
}

interface SessionEndReason {
	message: string;
	/** Whether the user can log in again. */
	canLogIn?: boolean;
}

/** Stores the reason why a session is about to end. */
export function setSessionEndReason(reason: SessionEndReason): void {
	sessionEndReason = reason;
}

/** Returns the reason why the last session ended, if any, and clears it. */
export function takeSessionEndReason(): SessionEndReason | undefined {
	const reason = sessionEndReason;
	sessionEndReason = undefined;
	return reason;
}

/** Removes the credentials of a session that the server no longer accepts. */
export function clearCredentials(): void {
	if (renewingUser()) return;
	removeStored(TOKEN_KEY);
	removeStored(USER_KEY);
	notifyListeners();
}

/**
 * Sets the user whose session is being renewed with a new token; undefined ends the renewal. During a renewal, the
 * session of this page continues even if another tab removes the credentials. The session ends if another user logs in
 * there.
 */
export function setRenewingUser(userId: number | undefined): void {
	renewingUserId = userId;
	notifyListeners();
}

/** The user whose session is being renewed; undefined if another user has logged in since, perhaps in another tab. */
export function renewingUser(): number | undefined {
	const userId = readCredentials()?.userId ?? renewingUserId;
	return userId === renewingUserId ? userId : undefined;
}

/** Calls back after every change, including those in other tabs; returns a function that stops watching. */
export function watchCredentials(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/**
 * Does nothing during a renewal, in which the session of this page continues. If another user has logged in meanwhile,
 * the renewal ends.
 */
function notifyListeners(): void {
	if (renewingUser()) return;
	renewingUserId = undefined;
	for (const listener of listeners) listener();
}

/** `key` is null if another tab has cleared the whole storage. */
function handleStorageEvent(event: StorageEvent): void {
	if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY) notifyListeners();
}

globalThis.addEventListener?.('storage', handleStorageEvent);
