export interface ToastOptions {
	/** `bad` is told at once and stands out. */
	tone?: 'good' | 'bad';
	/** Until it is dismissed, or its action is taken. */
	isPersistent?: boolean;
	/** One thing to do about it: a page of this site. */
	action?: { label: string; to: string };
	/** Another, done at once. */
	button?: { label: string; onPress: () => void };
}

export interface Toast extends ToastOptions {
	key: number;
	message: string;
}

const MAX_TOASTS = 2;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastKey = 0;

/**
 * Says something in passing, at the edge of the page. Never the only place for what must not be missed.
 * @returns what `dismissToast` takes
 */
export function toast(message: string, options: ToastOptions = {}): number {
	lastKey += 1;
	publish([...toasts, { ...options, message, key: lastKey }].slice(-MAX_TOASTS));
	return lastKey;
}

export function dismissToast(key: number): void {
	publish(toasts.filter((shown) => shown.key !== key));
}

export function currentToasts(): readonly Toast[] {
	return toasts;
}

export function watchToasts(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function publish(next: readonly Toast[]): void {
	toasts = next;
	for (const listener of listeners) listener();
}
