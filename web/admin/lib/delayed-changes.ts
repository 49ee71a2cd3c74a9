import { useSyncExternalStore } from 'react';
import { dismissToast, toast } from '#web/ui/toast.ts';
import { announceLogout, holdLogoutUntil, watchLogoutOfOtherTab } from './logout-across-tabs.ts';
import { readStoredAdmin, watchToken } from './token.ts';

/** How long a change waits, and can be undone, before it is sent. */
const UNDO_WINDOW_MS = 10_000;

export interface DelayedChange {
	/** The target, such as `reports/12`. A target has at most one delayed change. */
	key: string;
	/** Shown during the delay: 'Dismissing the report about …'. */
	message: string;
	/** Sends the change; reports its own failure. Resolves once the changed data has been reloaded. */
	send: () => Promise<unknown>;
}

interface PendingChange extends DelayedChange {
	/** The token of the session in which the change was made. */
	token: string | undefined;
	timer: ReturnType<typeof setTimeout>;
	toastKey: number;
	/** Lets a tab that logs out continue. */
	allowLogout: () => void;
}

const listeners = new Set<() => void>();
let pending: ReadonlyMap<string, PendingChange> = new Map();
let sendingKeys: ReadonlySet<string> = new Set();

/**
 * Sends a change after ten seconds, in which 'Undo' can cancel it. Opening another page does not cancel it; closing the
 * tab sends it at once. When the session has ended, the change is dropped.
 */
export function delayChange(change: DelayedChange): void {
	const { key, message } = change;
	// There is a delayed change of this target already, for example after a second press of the same button.
	if (pending.has(key)) return;
	const timer = setTimeout(() => void sendDelayed(key), UNDO_WINDOW_MS);
	const toastKey = toast(message, { button: { label: 'Undo', onPress: () => undoDelayed(key) } });
	const { promise, resolve: allowLogout } = Promise.withResolvers<void>();
	holdLogoutUntil(promise);
	const token = readStoredAdmin()?.token;
	setPending(new Map(pending).set(key, { ...change, token, timer, toastKey, allowLogout }));
}

export function undoDelayed(key: string): void {
	const change = removePending(key);
	if (!change) return;
	change.allowLogout();
	toast('Undone.');
}

/**
 * Sends a change, and cancels the delayed changes of the same targets, which the server would refuse afterwards. If the
 * new change fails in the same session, the cancelled ones are delayed again, each for the full ten seconds.
 * @throws what `send` throws
 */
export async function sendInsteadOf<Reply>(
	keys: readonly string[],
	send: () => Promise<Reply>,
): Promise<Reply> {
	const replaced = keys.map(removePending).filter((change) => change !== undefined);
	try {
		return await send();
	} catch (error) {
		replaced.filter(isOfThisSession).forEach(delayChange);
		throw error;
	} finally {
		for (const { allowLogout } of replaced) allowLogout();
	}
}

export function isDelayed(key: string): boolean {
	return pending.has(key);
}

/** Whether a change is being sent, also by a component that has been unmounted since. */
export function isSending(key: string): boolean {
	return sendingKeys.has(key);
}

/** Sends changes of these targets, which count as being sent until the promise settles. */
export async function whileSending<Reply>(
	keys: readonly string[],
	send: () => Promise<Reply>,
): Promise<Reply> {
	setSendingKeys(new Set([...sendingKeys, ...keys]));
	try {
		return await send();
	} finally {
		setSendingKeys(new Set([...sendingKeys].filter((sent) => !keys.includes(sent))));
	}
}

/** Sends all delayed changes of this tab now. */
export async function sendAllDelayed(): Promise<void> {
	await Promise.all([...pending.keys()].map(sendDelayed));
}

/** Sends the delayed changes of all tabs, which share the session. */
export async function sendBeforeLogout(): Promise<void> {
	await Promise.all([sendAllDelayed(), announceLogout()]);
}

/** Renders the component again whenever a change becomes delayed, undone, being sent or sent. */
export function useDelayedChanges(): void {
	useSyncExternalStore(subscribe, () => sendingKeys);
	useSyncExternalStore(subscribe, () => pending);
}

async function sendDelayed(key: string): Promise<void> {
	// Another tab may have stored the next session, of which this tab has not been told yet.
	dropChangesOfOtherSessions();
	const change = removePending(key);
	if (change) await whileSending([key], change.send).finally(change.allowLogout);
}

/** Otherwise the changes of an ended session would be sent in the name of the administrator who signs in next. */
function dropChangesOfOtherSessions(): void {
	for (const change of pending.values())
		if (!isOfThisSession(change)) removePending(change.key)?.allowLogout();
}

function isOfThisSession({ token }: PendingChange): boolean {
	return token === readStoredAdmin()?.token;
}

function removePending(key: string): PendingChange | undefined {
	const change = pending.get(key);
	if (!change) return undefined;
	clearTimeout(change.timer);
	dismissToast(change.toastKey);
	const remaining = new Map(pending);
	remaining.delete(key);
	setPending(remaining);
	return change;
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function setPending(changes: ReadonlyMap<string, PendingChange>): void {
	pending = changes;
	if (pending.size > 0) window.addEventListener('beforeunload', sendBeforeLeaving);
	else window.removeEventListener('beforeunload', sendBeforeLeaving);
	notifyListeners();
}

function setSendingKeys(keys: ReadonlySet<string>): void {
	sendingKeys = keys;
	notifyListeners();
}

function notifyListeners(): void {
	for (const listener of listeners) listener();
}

/**
 * A listener of both `beforeunload` and `pagehide`. The first comes earlier and leaves more time, but some ways to leave
 * fire only one of the two events, such as closing a tab on a phone.
 */
function sendBeforeLeaving(): void {
	void sendAllDelayed();
}

window.addEventListener('pagehide', sendBeforeLeaving);
watchLogoutOfOtherTab(() => void sendAllDelayed());
watchToken(dropChangesOfOtherSessions);
