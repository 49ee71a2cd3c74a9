import type { AdminRole } from '#contract/admin/session.ts';

/** The documents' three keys, and nothing else (spec 2 §3). */
const TOKEN_KEY = 'adminToken';
const ID_KEY = 'adminId';
const ROLE_KEY = 'adminRole';

export interface StoredAdmin {
	token: string;
	id: number;
	role: AdminRole;
}

const watchers = new Set<() => void>();
let read: StoredAdmin | undefined;

/** The same object for as long as nothing changes. */
export function readToken(): StoredAdmin | undefined {
	const token = localStorage.getItem(TOKEN_KEY);
	if (!token) return undefined;
	const id = Number(localStorage.getItem(ID_KEY));
	const role = localStorage.getItem(ROLE_KEY) === 'super_admin' ? 'super_admin' : 'admin';
	if (read?.token !== token || read.id !== id || read.role !== role) read = { token, id, role };
	return read;
}

export function storeToken({ token, id, role }: StoredAdmin): void {
	localStorage.setItem(TOKEN_KEY, token);
	localStorage.setItem(ID_KEY, String(id));
	localStorage.setItem(ROLE_KEY, role);
	tell();
}

export function dropToken(): void {
	for (const key of [TOKEN_KEY, ID_KEY, ROLE_KEY]) localStorage.removeItem(key);
	tell();
}

/** Calls back after every change, those of other tabs included; returns how to stop. */
export function watchToken(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

function tell(): void {
	for (const watcher of watchers) watcher();
}

window.addEventListener('storage', tell);
