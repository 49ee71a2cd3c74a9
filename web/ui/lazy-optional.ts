import { type ComponentType, lazy } from 'react';
import { retryUntilLoaded } from './lazy-hydrated.ts';

/**
 * A part that comes after the page, and is no reason to fail where it can't come: what is held for it stays in its place
 * until it does.
 */
export function lazyOptional<P = object>(load: () => Promise<ComponentType<P>>) {
	return lazy(async () => ({ default: await retryUntilLoaded(load) }));
}
