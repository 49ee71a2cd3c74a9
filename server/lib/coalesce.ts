/**
 * Merges concurrent calls into one run. Every caller gets a run that started after the call, so callers during a run
 * share the next one.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
	let running: Promise<T> | undefined;
	let next: Promise<T> | undefined;
	function start(): Promise<T> {
		const started = work().finally(() => {
			running = undefined;
		});
		running = started;
		return started;
	}
	async function startAfter(current: Promise<T>): Promise<T> {
		await current.catch(() => undefined);
		next = undefined;
		return start();
	}
	return () => {
		if (!running) return next ?? start();
		next ??= startAfter(running);
		return next;
	};
}
