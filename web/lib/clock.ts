const INTERVAL_MS = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval>;

/**
 * Calls back every minute, with one timer for all listeners, and when the page becomes visible, because browsers slow down
 * the timers of hidden pages.
 * @returns a function that stops watching
 */
export function watchClock(listener: () => void): () => void {
	if (listeners.size === 0) timer = setInterval(callListeners, INTERVAL_MS);
	listeners.add(listener);
	document.addEventListener('visibilitychange', listener);
	return () => {
		document.removeEventListener('visibilitychange', listener);
		listeners.delete(listener);
		if (listeners.size === 0) clearInterval(timer);
	};
}

function callListeners(): void {
	for (const listener of listeners) listener();
}
