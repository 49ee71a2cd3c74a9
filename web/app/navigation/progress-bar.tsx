import { useSyncExternalStore } from 'react';
import { isProgressShown, watchNavigation } from './progress.ts';

/** A progress bar at the top while the next page is loading. */
export function NavigationProgressBar() {
	const isShown = useSyncExternalStore(watchNavigation, isProgressShown, () => false);

	return (
		<div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-30">
			{isShown && (
				<div className="h-1 w-2/3 bg-accent motion-safe:animate-pulse">
					<span className="sr-only">Loading…</span>
				</div>
			)}
		</div>
	);
}
