import { type ComponentType, lazy } from 'react';

const RETRY_MS = 2000;
/** After this many attempts the file may no longer exist, because a new version was deployed. */
const FAST_RETRIES = 10;
const SLOW_RETRY_MS = 60_000;

/** The loads of all parts that `lazyHydrated` has created. A load starts when the script of its page runs. */
const pendingLoads: Promise<unknown>[] = [];

/**
 * A server-rendered part of the first screen that works through plain links and forms until its script has loaded.
 * This script is fetched together with the page's script, and retried until it arrives.
 */
export function lazyHydrated<P>(load: () => Promise<ComponentType<P>>) {
	const loading = retryUntilLoaded(load);
	pendingLoads.push(loading);
	return lazy(async () => ({ default: await loading }));
}

/** Resolves once the scripts of all parts that `lazyHydrated` has created have loaded. */
export async function waitForLazyHydrated(): Promise<void> {
	await Promise.all(pendingLoads);
}

/** Retries a load until it succeeds. */
export async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await load();
		} catch {
			const waitMs = attempt < FAST_RETRIES ? RETRY_MS : SLOW_RETRY_MS;
			await new Promise((resolve) => setTimeout(resolve, waitMs));
		}
	}
}
