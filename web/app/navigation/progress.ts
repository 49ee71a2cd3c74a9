/** Pages that load faster show no progress bar. */
const SHOW_DELAY_MS = 150;
const listeners = new Set<() => void>();
/** How many pages have been loading for longer than SHOW_DELAY_MS. */
let slowCount = 0;

/** Whether a page has been loading for longer than SHOW_DELAY_MS. */
export function isProgressShown(): boolean {
	return slowCount > 0;
}

/** Calls back when the progress bar may have to appear or disappear; returns a function that stops watching. */
export function watchNavigation(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Shows progress while a page loads, because the previous page stays on screen until then. */
export async function trackNavigation(pageLoad: Promise<void>): Promise<void> {
	let isCounted = false;
	const timer = setTimeout(() => {
		isCounted = true;
		changeSlowCount(1);
	}, SHOW_DELAY_MS);
	await pageLoad;
	clearTimeout(timer);
	if (isCounted) changeSlowCount(-1);
}

function changeSlowCount(by: 1 | -1): void {
	slowCount += by;
	for (const listener of listeners) listener();
}
