/** Pages that load faster show no progress bar. */
const SHOW_DELAY_MS = 150;
const listeners = new Set<() => void>();
let pendingCount = 0;

/** Whether a requested page is still loading. */
export function isNavigating(): boolean {
	return pendingCount > 0;
}

export function watchNavigation(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Shows progress while a page loads, because the previous page stays on screen until then. */
export async function trackNavigation(page: Promise<void>): Promise<void> {
	let isCounted = false;
	const timer = setTimeout(() => {
		isCounted = true;
		changePendingCount(1);
	}, SHOW_DELAY_MS);
	await page;
	clearTimeout(timer);
	if (isCounted) changePendingCount(-1);
}

function changePendingCount(by: 1 | -1): void {
	pendingCount += by;
	for (const listener of listeners) listener();
}
