export interface ToastOptions {
	/** `bad` is told at once and stands out. */
	tone?: 'good' | 'bad';
	/** Until it is dismissed, or its action is taken. */
	stays?: boolean;
	/** One thing to do about it: a page of this site. */
	action?: { label: string; to: string };
	/** Another, done at once. */
	press?: { label: string; onPress: () => void };
}

export interface Toast extends ToastOptions {
	key: number;
	message: string;
}

const AT_ONCE = 2;
const watchers = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastKey = 0;

/**
 * Says something in passing, at the edge of the page. Never the only place for what must not be missed.
 * @returns what `dismissToast` takes
 */
export function toast(message: string, options: ToastOptions = {}): number {
	lastKey += 1;
	publish([...toasts, { ...options, message, key: lastKey }].slice(-AT_ONCE));
	return lastKey;
}

export function dismissToast(key: number): void {
	publish(toasts.filter((shown) => shown.key !== key));
}

export function currentToasts(): readonly Toast[] {
	return toasts;
}

export function watchToasts(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

function publish(next: readonly Toast[]): void {
	toasts = next;
	for (const watcher of watchers) watcher();
}
