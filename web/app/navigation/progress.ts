/** Pages that load faster show no progress bar. */
const PATIENCE_MS = 150;
const watchers = new Set<() => void>();
let waitingFor = 0;

/** Whether a requested page is still loading. */
export function isTurning(): boolean {
	return waitingFor > 0;
}

export function watchTurning(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

/** Shows progress while a page loads, because the previous page stays on screen until then. */
export async function whileTurning(page: Promise<void>): Promise<void> {
	let isTold = false;
	const timer = setTimeout(() => {
		isTold = true;
		change(1);
	}, PATIENCE_MS);
	await page;
	clearTimeout(timer);
	if (isTold) change(-1);
}

function change(by: 1 | -1): void {
	waitingFor += by;
	for (const watcher of watchers) watcher();
}
