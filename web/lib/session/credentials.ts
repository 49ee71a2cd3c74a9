/**
 * The documents' two keys, and nothing else, are kept in local storage (spec 1 §3, "Client storage").
 */
const TOKEN_KEY = 'accessToken';
const USER_KEY = 'userId';

export interface Credentials {
	token: string;
	userId: number | undefined;
}

/** What the server said as it ended the last session of this page, where it said more than that. */
let sessionEndMessage: string | undefined;

const listeners = new Set<() => void>();

/** What this browser has stored; undefined without a token. A browser that forbids storage has none. */
export function readCredentials(): Credentials | undefined {
	try {
		const token = localStorage.getItem(TOKEN_KEY);
		if (!token) return undefined;
		const userId = Number(localStorage.getItem(USER_KEY));
		return { token, userId: Number.isInteger(userId) && userId > 0 ? userId : undefined };
	} catch {
		return undefined;
	}
}

export function storeCredentials(token: string, userId: number): void {
	localStorage.setItem(TOKEN_KEY, token);
	localStorage.setItem(USER_KEY, String(userId));
	notifyListeners();
}

/** Notes why a session is about to end. */
export function setSessionEndMessage(message: string): void {
	sessionEndMessage = message;
}

/** What there is to say of the last session's end besides that it has ended; said once. */
export function takeSessionEndMessage(): string | undefined {
	const message = sessionEndMessage;
	sessionEndMessage = undefined;
	return message;
}

/** Forgets a session that the server no longer knows. */
export function clearCredentials(): void {
	localStorage.removeItem(TOKEN_KEY);
	localStorage.removeItem(USER_KEY);
	notifyListeners();
}

/** Calls back after every change, those of other tabs included; returns how to stop. */
export function watchCredentials(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function notifyListeners(): void {
	for (const listener of listeners) listener();
}

/** `key` is null where another tab has cleared everything. */
function handleStorageEvent(event: StorageEvent): void {
	if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY) notifyListeners();
}

globalThis.addEventListener?.('storage', handleStorageEvent);
