const INTERVAL_MS = 60_000;

/**
 * Calls back every minute, and when the page becomes visible, because browsers slow down the timers of hidden pages.
 * @returns a function that stops watching
 */
export function watchClock(listener: () => void): () => void {
	const timer = setInterval(listener, INTERVAL_MS);
	document.addEventListener('visibilitychange', listener);
	return () => {
		clearInterval(timer);
		document.removeEventListener('visibilitychange', listener);
	};
}
