/**
 * Has something done once for all who ask at the same time: what each gets was begun after they asked, so whoever asks
 * while it is under way shares in the next.
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
