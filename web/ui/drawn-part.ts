import { type ComponentType, lazy } from 'react';

const AGAIN_MS = 2000;
/** After so many tries it may be gone, with the version of the market that it was of. */
const OFTEN = 10;
const SELDOM_MS = 60_000;

/** On their way, from when the script of their page has come. */
const coming: Promise<unknown>[] = [];

/**
 * A part of the first screen that stands there as the server has drawn it, and answers as links and forms do, until its
 * script has come. It is fetched beside the page's own, again and again where the line breaks.
 */
export function drawnPart<P>(load: () => Promise<ComponentType<P>>) {
	const loading = untilItComes(load);
	coming.push(loading);
	return lazy(async () => ({ default: await loading }));
}

/** Resolves once all parts that are on their way have come. */
export async function drawnPartsHaveCome(): Promise<void> {
	await Promise.all(coming);
}

/** @returns what is fetched, again and again where the line breaks */
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
