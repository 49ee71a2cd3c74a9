import { useSyncExternalStore } from 'react';

/** Whether the browser has a network connection, which may still lack internet access. */
export function useIsOnline(): boolean {
	return useSyncExternalStore(
		watch,
		() => navigator.onLine,
		() => true,
	);
}

function watch(watcher: () => void): () => void {
	const stop = new AbortController();
	window.addEventListener('online', watcher, { signal: stop.signal });
	window.addEventListener('offline', watcher, { signal: stop.signal });
	return () => stop.abort();
}
