import { useSyncExternalStore } from 'react';

/** Wide enough for two columns; equals `--breakpoint-wide` in the styles. */
const WIDE_QUERY = '(width >= 64rem)';

/** False on the server and during hydration: only the browser knows. */
export function useIsWide(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => window.matchMedia(WIDE_QUERY).matches,
		() => false,
	);
}

function subscribe(listener: () => void): () => void {
	const mediaQuery = window.matchMedia(WIDE_QUERY);
	mediaQuery.addEventListener('change', listener);
	return () => mediaQuery.removeEventListener('change', listener);
}
