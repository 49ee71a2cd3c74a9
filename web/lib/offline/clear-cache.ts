/** Makes the service worker (web/worker) delete the offline cache, so that the next user of this browser cannot see it. */
export function clearOfflineCache(): void {
	// A page that was reloaded with Shift has no controller, so the active worker is asked.
	void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('forget'));
}
