/** Deletes the offline cache, so that the next user of this browser cannot see it. */
export function forgetSeen(): void {
	navigator.serviceWorker?.controller?.postMessage('forget');
}
