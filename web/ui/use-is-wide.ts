import { useSyncExternalStore } from 'react';

/** Where there is room for two things side by side: as `--breakpoint-wide` in the styles. */
const WIDE_QUERY = '(width >= 64rem)';

export function useIsWide(): boolean {
	return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE_QUERY).matches);
}

function subscribe(listener: () => void): () => void {
	const mediaQuery = window.matchMedia(WIDE_QUERY);
	mediaQuery.addEventListener('change', listener);
	return () => mediaQuery.removeEventListener('change', listener);
}
