import { useEffect } from 'react';
import { drawnPartsHaveCome } from '#web/ui/drawn-part.ts';

/**
 * Removes the mark of server-rendered HTML (`web/app/main.tsx`) once all its parts have loaded: from here on React
 * handles every event.
 */
export function useTakenOver(): void {
	useEffect(() => {
		void drawnPartsHaveCome().then(() => {
			document.getElementById('root')?.removeAttribute('data-address');
		});
	}, []);
}
