import { type ComponentType, lazy } from 'react';
import { retryUntilLoaded } from './lazy-hydrated.ts';

/** A component loaded after the page. While it cannot be loaded, the Suspense fallback stays instead of an error. */
export function lazyOptional<P = object>(load: () => Promise<ComponentType<P>>) {
	return lazy(async () => ({ default: await retryUntilLoaded(load) }));
}
