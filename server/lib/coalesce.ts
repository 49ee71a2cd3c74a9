/**
 * Has something done once for all who ask at the same time: what each gets was begun after they asked, so whoever asks
 * while it is under way shares in the next.
 */
export function together<T>(work: () => Promise<T>): () => Promise<T> {
	let running: Promise<T> | undefined;
	let next: Promise<T> | undefined;
	function begin(): Promise<T> {
		const begun = work().finally(() => {
			running = undefined;
		});
		running = begun;
		return begun;
	}
	async function afterwards(before: Promise<T>): Promise<T> {
		await before.catch(() => undefined);
		next = undefined;
		return begin();
	}
	return () => {
		if (!running) return next ?? begin();
		next ??= afterwards(running);
		return next;
	};
}
