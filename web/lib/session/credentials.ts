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
let farewell: string | undefined;

const watchers = new Set<() => void>();

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
	tellWatchers();
}

/** Notes why a session is about to end. */
export function noteFarewell(words: string): void {
	farewell = words;
}

/** What there is to say of the last session's end besides that it has ended; said once. */
export function takeFarewell(): string | undefined {
	const words = farewell;
	farewell = undefined;
	return words;
}

/** Forgets a session that the server no longer knows. */
export function dropCredentials(): void {
	localStorage.removeItem(TOKEN_KEY);
	localStorage.removeItem(USER_KEY);
	tellWatchers();
}

/** Calls back after every change, those of other tabs included; returns how to stop. */
export function watchCredentials(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

function tellWatchers(): void {
	for (const watcher of watchers) watcher();
}

/** `key` is null where another tab has cleared everything. */
function hearOtherTab(event: StorageEvent): void {
	if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY) tellWatchers();
}

globalThis.addEventListener?.('storage', hearOtherTab);
