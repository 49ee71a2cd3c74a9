/** Delays between attempts while the browser claims to be online but requests fail. */
const WAITS_MS = [2000, 5000, 10_000, 20_000, 40_000];

export interface TryOptions {
	signal: AbortSignal;
	/** Called when waiting for the connection begins and ends. */
	onWaiting: (isWaiting: boolean) => void;
}

/**
 * Runs an action and retries it after connection failures, as soon as the browser is online again, a few times at
 * most. Only for actions that may be repeated safely: a lost response looks like a lost request.
 * @throws any other error of the action, or its last one; DOMException AbortError when `signal` aborted it
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

/** Waits until the browser is online again; if it believes to be online, waits for `waitMs`. */
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
