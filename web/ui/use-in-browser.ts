import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while the server draws the page and while the browser takes that drawing over, true from then on: for what knows
 * more by the time its script has come than the drawing showed.
 */
export function useInBrowser(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
