import { useEffect } from 'react';
import { waitForLazyHydrated } from '#web/ui/lazy-hydrated.ts';

/**
 * Removes the `data-address` of server-rendered HTML (`web/app/main.tsx`) once the scripts of all parts have loaded:
 * from then on React handles every event.
 */
export function useMarkHydrated(): void {
	useEffect(() => {
		void waitForLazyHydrated().then(() => {
			document.getElementById('root')?.removeAttribute('data-address');
		});
	}, []);
}
