import { useEffect } from 'react';
import { waitForLazyHydrated } from '#web/ui/lazy-hydrated.ts';

/** Takes the mark off the page that the server drew (`web/app/main.tsx`): from here on it answers to what is pressed. */
export function useMarkHydrated(): void {
	useEffect(() => {
		void waitForLazyHydrated().then(() => {
			document.getElementById('root')?.removeAttribute('data-address');
		});
	}, []);
}
