/** A page that is there sooner needs no sign that it is coming. */
const PATIENCE_MS = 150;
const watchers = new Set<() => void>();
let waitingFor = 0;

/** Whether a page that was asked for has not come yet. */
export function isTurning(): boolean {
	return waitingFor > 0;
}

export function watchTurning(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

/** The page before stays until the next one is there: meanwhile something has to say that it is coming. */
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
