import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/**
 * False while the browser takes over what the server has drawn, else true from the first frame on. For what only the browser
 * knows, such as the state of an entry of the history.
 */
export function useIsHydrated(): boolean {
	return useSyncExternalStore(
		subscribeToNothing,
		() => true,
		() => false,
	);
}
