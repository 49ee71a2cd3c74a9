import { useEffect } from 'react';
import { waitForLazyHydrated } from '#web/ui/lazy-hydrated.ts';

/**
 * Removes the mark of server-rendered HTML (`web/app/main.tsx`) once all its parts have loaded: from here on React
 * handles every event.
 */
export function useMarkHydrated(): void {
	useEffect(() => {
		void waitForLazyHydrated().then(() => {
			document.getElementById('root')?.removeAttribute('data-address');
		});
	}, []);
}
