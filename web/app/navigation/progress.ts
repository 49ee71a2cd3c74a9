/** A page that is there sooner needs no sign that it is coming. */
const SHOW_DELAY_MS = 150;
const listeners = new Set<() => void>();
let pendingCount = 0;

/** Whether a page that was asked for has not come yet. */
export function isNavigating(): boolean {
	return pendingCount > 0;
}

export function watchNavigation(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** The page before stays until the next one is there: meanwhile something has to say that it is coming. */
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
