/** Waits between tries where the line is said to be there and yet nothing gets through. */
const RETRY_DELAYS_MS = [2000, 5000, 10_000, 20_000, 40_000];

export interface RetryOptions {
	signal: AbortSignal;
	/** Told whenever waiting for the line begins and ends. */
	onWaiting: (isWaiting: boolean) => void;
}

/**
 * Does what needs a connection, and once the line is back does it again, a few times at most. Only for what does no harm
 * when it is done twice: a lost answer looks like a lost request.
 * @throws what `act` throws for other reasons, or in the end; DOMException AbortError when `signal` stopped it
 */
export async function retryOnConnectionLoss<T>(
	operation: () => Promise<T>,
	{ signal, onWaiting }: RetryOptions,
): Promise<T> {
	for (const waitMs of RETRY_DELAYS_MS) {
		try {
			return await operation();
		} catch (error) {
			if (!(error instanceof TypeError)) throw error;
		}
		onWaiting(true);
		await waitForConnection(waitMs, signal);
		onWaiting(false);
	}
	return operation();
}

/** Until the line comes back; where the browser does not know that it is gone, for a while. */
function waitForConnection(waitMs: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const controller = new AbortController();
		const finish = (complete: () => void) => {
			clearTimeout(timer);
			controller.abort();
			complete();
		};
		const timer = setTimeout(() => navigator.onLine && finish(resolve), waitMs);
		const rejectAborted = () => finish(() => reject(new DOMException('Stopped', 'AbortError')));
		window.addEventListener('online', () => finish(resolve), { signal: controller.signal });
		signal.addEventListener('abort', rejectAborted, { signal: controller.signal });
		if (signal.aborted) rejectAborted();
	});
}
