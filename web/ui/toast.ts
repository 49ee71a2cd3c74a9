export interface ToastOptions {
	/** `bad` is announced at once and highlighted. `plain` is for what is no success: advice, a question. */
	tone?: 'good' | 'plain' | 'bad';
	/** Stays until it is dismissed, or its link or button is pressed. */
	isPersistent?: boolean;
	/** A link to a page of this site. */
	action?: { label: string; to: string };
	/** Sent just before another page opens, on which it is shown. */
	isForNextPage?: boolean;
	/** A button with an immediate effect. */
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
 * Shows a short message at the edge of the page. Not for information that must not be missed.
 * @returns the key for `dismissToast`
 */
export function toast(message: string, options: ToastOptions = {}): number {
	lastKey += 1;
	// Persistent toasts and toasts with a button are not displaced by later ones.
	const remaining = toasts.filter(
		({ isPersistent, button }, index) =>
			isPersistent || button || index > toasts.length - MAX_TOASTS,
	);
	publish([...remaining, { ...options, message, key: lastKey }]);
	return lastKey;
}

export function dismissToast(key: number): void {
	publish(toasts.filter((shown) => shown.key !== key));
}

/**
 * Called when another page opens: removes what was said about the page before. Questions and 'Undo' stay for their
 * time.
 */
export function dismissPageToasts(): void {
	const remaining = toasts.filter(
		({ isForNextPage, isPersistent, button }) => isForNextPage || isPersistent || button,
	);
	publish(remaining.map((shown) => ({ ...shown, isForNextPage: false })));
}

export function currentToasts(): readonly Toast[] {
	return toasts;
}

/** Calls back whenever the shown toasts change; returns a function that stops watching. */
export function watchToasts(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function publish(next: readonly Toast[]): void {
	toasts = next;
	for (const listener of listeners) listener();
}
