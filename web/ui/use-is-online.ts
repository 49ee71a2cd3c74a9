import { useSyncExternalStore } from 'react';

/** Whether the browser has a network at all; it may lead nowhere. */
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
