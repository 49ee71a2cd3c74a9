import { useSyncExternalStore } from 'react';
import { dismissToast, toast } from '#web/ui/toast.ts';

/** Time to take back what reaches somebody else. */
const HELD_MS = 10_000;

export interface HeldChange {
	/** What it is done to, such as `reports/12`; there is at most one for each. */
	key: string;
	/** Said while it is held: 'Dismissing the report about …'. */
	words: string;
	/** Sends it; tells what went wrong by itself. */
	send: () => Promise<unknown>;
	/** Afterwards nothing else waits about the same. */
	isLast?: boolean;
}

interface Waiting extends HeldChange {
	timer: ReturnType<typeof setTimeout>;
	toastKey: number;
}

type HeldChanges = ReadonlyMap<string, HeldChange>;

const watchers = new Set<() => void>();
let waiting: ReadonlyMap<string, Waiting> = new Map();

/** Holds a change for ten seconds, with 'Undo', before it is sent. Leaving the screen does not stop it. */
export function holdChange(change: HeldChange): void {
	const { key, words } = change;
	// Pressed twice.
	if (waiting.has(key)) return;
	const timer = setTimeout(() => void sendHeld(key), HELD_MS);
	const toastKey = toast(words, { button: { label: 'Undo', onPress: () => undoHeld(key) } });
	publish(new Map(waiting).set(key, { ...change, timer, toastKey }));
}

export function undoHeld(key: string): void {
	if (take(key)) toast('Undone.');
}

export function isHeld(key: string): boolean {
	return waiting.has(key);
}

/** Sends everything that is held at once: before logging out, and as the page goes away. */
export async function sendAllHeld(): Promise<void> {
	await Promise.all([...waiting.keys()].map(sendHeld));
}

export function useHeldChanges(): HeldChanges {
	return useSyncExternalStore(watch, () => waiting);
}

async function sendHeld(key: string): Promise<void> {
	await take(key)?.send();
}

function take(key: string): HeldChange | undefined {
	const change = waiting.get(key);
	if (!change) return undefined;
	clearTimeout(change.timer);
	dismissToast(change.toastKey);
	const next = new Map(waiting);
	next.delete(key);
	publish(next);
	return change;
}

function watch(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

function publish(next: ReadonlyMap<string, Waiting>): void {
	waiting = next;
	for (const watcher of watchers) watcher();
}

window.addEventListener('pagehide', () => void sendAllHeld());
