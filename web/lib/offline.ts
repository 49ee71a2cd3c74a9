/** A worker's address is code to the browser; this policy lets the one of ours through (Trusted Types). */
function workerAddress(): string {
	const address = '/service-worker.js';
	const policy = window.trustedTypes?.createPolicy('service-worker', {
		createScriptURL: () => address,
	});
	return (policy?.createScriptURL(address) ?? address) as string;
}

/** Lets the market open without a line and show what was last seen, unless that was too long ago. */
export async function keepForOffline(): Promise<void> {
	import('./drafts-of-others.ts')
		.then(({ eraseForgotten }) => eraseForgotten())
		.catch(() => undefined);
	if (!('serviceWorker' in navigator)) return;
	await navigator.serviceWorker.register(workerAddress(), { type: 'module' });
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
