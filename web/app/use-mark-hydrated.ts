import { useEffect } from 'react';
import { waitForLazyHydrated } from '#web/ui/lazy-hydrated.ts';

/**
 * Removes `data-address`, the address for which the server rendered the HTML, from `#root` once the scripts of all
 * parts have loaded. From then on React handles every event. Before that, the HTML counts as not yet hydrated
 * (`lazy-page.tsx`, browser tests).
 */
export function useMarkHydrated(): void {
	useEffect(() => {
		void waitForLazyHydrated().then(() => {
			document.getElementById('root')?.removeAttribute('data-address');
		});
	}, []);
}
