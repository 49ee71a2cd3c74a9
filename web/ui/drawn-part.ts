import { type ComponentType, lazy } from 'react';

const AGAIN_MS = 2000;
/** After this many attempts the file may no longer exist, because a new version was deployed. */
const OFTEN = 10;
const SELDOM_MS = 60_000;

/** All pending loads; each starts with the script of its page. */
const coming: Promise<unknown>[] = [];

/**
 * A server-rendered part of the first screen that works through plain links and forms until its script has loaded.
 * The script is fetched together with the page's, and retried until it arrives.
 */
export function drawnPart<P>(load: () => Promise<ComponentType<P>>) {
	const loading = untilItComes(load);
	coming.push(loading);
	return lazy(async () => ({ default: await loading }));
}

/** Resolves once all pending parts have loaded. */
export async function drawnPartsHaveCome(): Promise<void> {
	await Promise.all(coming);
}

/** Retries a load until it succeeds. */
export async function untilItComes<T>(load: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await load();
		} catch {
			const waitMs = tries < OFTEN ? AGAIN_MS : SELDOM_MS;
			await new Promise((resolve) => setTimeout(resolve, waitMs));
		}
	}
}
