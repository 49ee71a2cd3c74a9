/** Calls back once the page has loaded and is idle; returns a function that cancels. */
export function whenCalm(callback: () => void): () => void {
	const called = new AbortController();
	if (document.readyState === 'complete') rest();
	else window.addEventListener('load', rest, { once: true, signal: called.signal });
	return () => called.abort();

	function rest() {
		const begin = () => called.signal.aborted || callback();
		// Safari has no requestIdleCallback.
		if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 2000 });
		else setTimeout(begin, 200);
	}
}
