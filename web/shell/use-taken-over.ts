import { useEffect } from 'react';

/** Takes the mark off the page that the server drew (`web/main.tsx`): from here on it answers to what is pressed. */
export function useTakenOver(): void {
	useEffect(() => document.getElementById('root')?.removeAttribute('data-address'), []);
}
