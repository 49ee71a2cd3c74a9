/** What was seen so far is not for the next person at this browser. */
export function clearOfflineCache(): void {
	navigator.serviceWorker?.controller?.postMessage('forget');
}
