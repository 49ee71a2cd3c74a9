import type { AdminRole } from '#contract/admin/session.ts';
import { ADMIN_KEY_PREFIX } from '#web/lib/session/admin-storage-keys.ts';
import { readStored, removeStored, store } from '#web/lib/session/browser-storage.ts';

const TOKEN_KEY = `${ADMIN_KEY_PREFIX}Token`;
const ID_KEY = `${ADMIN_KEY_PREFIX}Id`;
const ROLE_KEY = `${ADMIN_KEY_PREFIX}Role`;

/** The session of the signed-in administrator, as this browser stores it. */
export interface StoredAdmin {
	token: string;
	id: number;
	role: AdminRole;
}

const listeners = new Set<() => void>();
let cachedAdmin: StoredAdmin | undefined;
let hasServerEndedSession = false;

/** The stored session. Returns the same object as long as nothing has changed. */
export function readStoredAdmin(): StoredAdmin | undefined {
	const token = readStored(TOKEN_KEY);
	if (!token) return undefined;
	const id = Number(readStored(ID_KEY));
	const role = readStored(ROLE_KEY) === 'super_admin' ? 'super_admin' : 'admin';
	if (cachedAdmin?.token !== token || cachedAdmin.id !== id || cachedAdmin.role !== role)
		cachedAdmin = { token, id, role };
	return cachedAdmin;
}

export function storeToken({ token, id, role }: StoredAdmin): void {
	store(TOKEN_KEY, token);
	store(ID_KEY, String(id));
	store(ROLE_KEY, role);
	hasServerEndedSession = false;
	notifyListeners();
}

export function clearToken(): void {
	for (const key of [TOKEN_KEY, ID_KEY, ROLE_KEY]) removeStored(key);
	notifyListeners();
}

/** Clears a token that the server no longer accepts. */
export function clearEndedToken(): void {
	hasServerEndedSession = true;
	clearToken();
}

/** Whether the server has ended the last session of this tab. */
export function wasEndedByServer(): boolean {
	return hasServerEndedSession;
}

/** Calls `listener` after every change of the stored session, also by other tabs. @returns a function that stops it */
export function watchToken(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function notifyListeners(): void {
	for (const listener of listeners) listener();
}

window.addEventListener('storage', notifyListeners);
