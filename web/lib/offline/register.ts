/** The service worker's URL. Trusted Types treat it as code, so it needs a policy. */
function serviceWorkerUrl(): string {
	const address = '/service-worker.js';
	const policy = window.trustedTypes?.createPolicy('service-worker', {
		createScriptURL: () => address,
	});
	return (policy?.createScriptURL(address) ?? address) as string;
}

/** After this time without a request a page counts as idle. */
const NETWORK_IDLE_MS = 2000;

/**
 * Registers the service worker, so that every page opens offline with the data last seen. Also erases expired drafts,
 * even in a browser without service workers.
 */
export async function registerServiceWorker(): Promise<void> {
	import('#web/lib/drafts/erase.ts')
		.then(({ eraseExpiredDrafts }) => eraseExpiredDrafts())
		.catch(() => undefined);
	if (!('serviceWorker' in navigator)) return;
	await navigator.serviceWorker.register(serviceWorkerUrl(), { type: 'module' });
	if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
	const { active } = await navigator.serviceWorker.ready;
	await waitUntilIdle();
	// Makes the service worker cache the scripts of all pages.
	active?.postMessage('keep the app');
}

/** Resolves once the page makes no requests and is idle, so that caching does not slow the page down. */
function waitUntilIdle(): Promise<void> {
	return new Promise((resolve) => {
		let timer = setTimeout(finish, NETWORK_IDLE_MS);
		const requests = new PerformanceObserver(() => {
			clearTimeout(timer);
			timer = setTimeout(finish, NETWORK_IDLE_MS);
		});
		requests.observe({ type: 'resource' });

		function finish(): void {
			requests.disconnect();
			if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
			else resolve();
		}
	});
}

declare global {
	interface Window {
		trustedTypes?: {
			createPolicy: (
				name: string,
				rules: { createScriptURL: (address: string) => string },
			) => { createScriptURL: (address: string) => unknown };
		};
	}
}
