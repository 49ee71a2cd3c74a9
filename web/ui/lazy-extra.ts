import { type ComponentType, lazy } from 'react';

/** A part that comes after the page, and is no reason to fail where it can't come: nothing stands in its place then. */
export function lazyExtra<P = object>(load: () => Promise<ComponentType<P>>) {
	return lazy<ComponentType<P>>(() =>
		load().then(
			(part) => ({ default: part }),
			() => ({ default: () => null }),
		),
	);
}
