/** Calls back once the page has loaded and is idle; returns a function that cancels. */
export function whenIdle(callback: () => void): () => void {
	const controller = new AbortController();
	if (document.readyState === 'complete') schedule();
	else window.addEventListener('load', schedule, { once: true, signal: controller.signal });
	return () => controller.abort();

	function schedule() {
		requestIdle(() => controller.signal.aborted || callback());
	}
}

/** Calls back in the task after the next frame; returns a function that cancels. */
export function afterNextFrame(callback: () => void): () => void {
	let timer: ReturnType<typeof setTimeout>;
	const frame = requestAnimationFrame(() => {
		timer = setTimeout(callback);
	});
	return () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
}

/** Calls back at the next idle moment, whether or not the page has loaded. */
export function requestIdle(callback: () => void): void {
	// Safari has no requestIdleCallback.
	if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: 2000 });
	else setTimeout(callback, 200);
}
