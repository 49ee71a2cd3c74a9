import { useSyncExternalStore } from 'react';
import { dismissToast, toast } from '#web/ui/toast.ts';

/** Time to take back what reaches somebody else. */
const UNDO_WINDOW_MS = 10_000;

export interface DelayedChange {
	/** What it is done to, such as `reports/12`; there is at most one for each. */
	key: string;
	/** Said while it is held: 'Dismissing the report about …'. */
	message: string;
	/** Sends it; tells what went wrong by itself. */
	send: () => Promise<unknown>;
	/** Afterwards nothing else waits about the same. */
	isLastForTarget?: boolean;
}

interface PendingChange extends DelayedChange {
	timer: ReturnType<typeof setTimeout>;
	toastKey: number;
}

type DelayedChanges = ReadonlyMap<string, DelayedChange>;

const listeners = new Set<() => void>();
let pending: ReadonlyMap<string, PendingChange> = new Map();

/** Holds a change for ten seconds, with 'Undo', before it is sent. Leaving the screen does not stop it. */
export function delayChange(change: DelayedChange): void {
	const { key, message } = change;
	// Pressed twice.
	if (pending.has(key)) return;
	const timer = setTimeout(() => void sendDelayed(key), UNDO_WINDOW_MS);
	const toastKey = toast(message, { button: { label: 'Undo', onPress: () => undoDelayed(key) } });
	publish(new Map(pending).set(key, { ...change, timer, toastKey }));
}

export function undoDelayed(key: string): void {
	if (removePending(key)) toast('Undone.');
}

export function isDelayed(key: string): boolean {
	return pending.has(key);
}

/** Sends everything that is held at once: before logging out, and as the page goes away. */
export async function sendAllDelayed(): Promise<void> {
	await Promise.all([...pending.keys()].map(sendDelayed));
}

export function useDelayedChanges(): DelayedChanges {
	return useSyncExternalStore(subscribe, () => pending);
}

async function sendDelayed(key: string): Promise<void> {
	await removePending(key)?.send();
}

function removePending(key: string): DelayedChange | undefined {
	const change = pending.get(key);
	if (!change) return undefined;
	clearTimeout(change.timer);
	dismissToast(change.toastKey);
	const next = new Map(pending);
	next.delete(key);
	publish(next);
	return change;
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function publish(next: ReadonlyMap<string, PendingChange>): void {
	pending = next;
	for (const listener of listeners) listener();
}

window.addEventListener('pagehide', () => void sendAllDelayed());
