/** Calls back once the page has loaded and is idle; returns a function that cancels. */
export function whenIdle(callback: () => void): () => void {
	const controller = new AbortController();
	if (document.readyState === 'complete') schedule();
	else window.addEventListener('load', schedule, { once: true, signal: controller.signal });
	return () => controller.abort();

	function schedule() {
		const run = () => controller.signal.aborted || callback();
		// Safari has no requestIdleCallback.
		if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 });
		else setTimeout(run, 200);
	}
}
