/** Waits between tries where the line is said to be there and yet nothing gets through. */
const WAITS_MS = [2000, 5000, 10_000, 20_000, 40_000];

export interface TryOptions {
	signal: AbortSignal;
	/** Told whenever waiting for the line begins and ends. */
	onWaiting: (isWaiting: boolean) => void;
}

/**
 * Does what needs a connection, and once the line is back does it again, a few times at most. Only for what does no harm
 * when it is done twice: a lost answer looks like a lost request.
 * @throws what `act` throws for other reasons, or in the end; DOMException AbortError when `signal` stopped it
 */
export async function tryAgain<T>(
	act: () => Promise<T>,
	{ signal, onWaiting }: TryOptions,
): Promise<T> {
	for (const waitMs of WAITS_MS) {
		try {
			return await act();
		} catch (error) {
			if (!(error instanceof TypeError)) throw error;
		}
		onWaiting(true);
		await lineOrDelay(waitMs, signal);
		onWaiting(false);
	}
	return act();
}

/** Until the line comes back; where the browser does not know that it is gone, for a while. */
function lineOrDelay(waitMs: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const over = new AbortController();
		const end = (settle: () => void) => {
			clearTimeout(timer);
			over.abort();
			settle();
		};
		const timer = setTimeout(() => navigator.onLine && end(resolve), waitMs);
		const stopped = () => end(() => reject(new DOMException('Stopped', 'AbortError')));
		window.addEventListener('online', () => end(resolve), { signal: over.signal });
		signal.addEventListener('abort', stopped, { signal: over.signal });
		if (signal.aborted) stopped();
	});
}
