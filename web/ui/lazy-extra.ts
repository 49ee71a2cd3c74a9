import { type ComponentType, lazy } from 'react';
import { untilItComes } from './drawn-part.ts';

/** A component loaded after the page. While it cannot be loaded, the Suspense fallback stays instead of an error. */
export function lazyExtra<P = object>(load: () => Promise<ComponentType<P>>) {
	return lazy(async () => ({ default: await untilItComes(load) }));
}
