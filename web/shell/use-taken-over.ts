import { useEffect } from 'react';
import { drawnPartsHaveCome } from '#web/ui/drawn-part.ts';

/** Takes the mark off the page that the server drew (`web/main.tsx`): from here on it answers to what is pressed. */
export function useTakenOver(): void {
	useEffect(() => {
		void drawnPartsHaveCome().then(() => {
			const root = document.getElementById('root');
			root?.removeAttribute('data-waking');
			root?.removeAttribute('data-address');
		});
	}, []);
}
