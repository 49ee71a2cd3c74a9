/** Deletes the offline cache, so that the next user of this browser cannot see it. */
export function clearOfflineCache(): void {
	navigator.serviceWorker?.controller?.postMessage('forget');
}
