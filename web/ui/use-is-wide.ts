import { useSyncExternalStore } from 'react';

/** Wide enough for two columns; equals `--breakpoint-wide` in the styles. */
const WIDE = '(width >= 64rem)';

export function useIsWide(): boolean {
	return useSyncExternalStore(watch, () => window.matchMedia(WIDE).matches);
}

function watch(watcher: () => void): () => void {
	const wide = window.matchMedia(WIDE);
	wide.addEventListener('change', watcher);
	return () => wide.removeEventListener('change', watcher);
}
