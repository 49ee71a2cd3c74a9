import { type ComponentType, lazy } from 'react';

const RETRY_MS = 2000;
/** After so many tries it may be gone, with the version of the market that it was of. */
const FAST_RETRIES = 10;
const SLOW_RETRY_MS = 60_000;

/** On their way, from when the script of their page has come. */
const pendingLoads: Promise<unknown>[] = [];

/**
 * A part of the first screen that stands there as the server has drawn it, and answers as links and forms do, until its
 * script has come. It is fetched beside the page's own, again and again where the line breaks.
 */
export function lazyHydrated<P>(load: () => Promise<ComponentType<P>>) {
	const loading = retryUntilLoaded(load);
	pendingLoads.push(loading);
	return lazy(async () => ({ default: await loading }));
}

/** Resolves once all parts that are on their way have come. */
export async function waitForLazyHydrated(): Promise<void> {
	await Promise.all(pendingLoads);
}

/** @returns what is fetched, again and again where the line breaks */
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
