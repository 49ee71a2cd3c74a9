import { useSyncExternalStore } from 'react';

/** Whether the browser has a network connection, which may still lack internet access. */
export function useIsOnline(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => navigator.onLine,
		() => true,
	);
}

function subscribe(listener: () => void): () => void {
	const controller = new AbortController();
	window.addEventListener('online', listener, { signal: controller.signal });
	window.addEventListener('offline', listener, { signal: controller.signal });
	return () => controller.abort();
}
