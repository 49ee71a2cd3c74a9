/** Delays between attempts while the browser claims to be online but requests fail. */
const RETRY_DELAYS_MS = [2000, 5000, 10_000, 20_000, 40_000];

export interface RetryOptions {
	signal: AbortSignal;
	/** Called when waiting for the connection begins and ends. */
	onWaiting: (isWaiting: boolean) => void;
}

/**
 * Runs an operation and retries it a few times after connection failures, each time as soon as the browser is online.
 * Only for operations that may be repeated safely: the server may have carried out the operation although no response
 * arrived.
 * @throws any error of the operation that is not a connection failure; the connection failure of the last attempt;
 * DOMException AbortError when `signal` aborted the wait
 */
export async function retryOnConnectionLoss<T>(
	operation: () => Promise<T>,
	{ signal, onWaiting }: RetryOptions,
): Promise<T> {
	for (const waitMs of RETRY_DELAYS_MS) {
		try {
			return await operation();
		} catch (error) {
			// API calls reject with a TypeError when there is no connection, or no answer in time.
			if (!(error instanceof TypeError)) throw error;
		}
		onWaiting(true);
		await waitForConnection(waitMs, signal);
		onWaiting(false);
	}
	return operation();
}

/** Waits until the browser is online; if it already says that it is online, waits for `waitMs`. */
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
