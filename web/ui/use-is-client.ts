import { startTransition, useEffect, useState } from 'react';

/**
 * False while the server draws the page, while the browser takes that drawing over, and for the first frame of a page that
 * one turns to; true from then on, in steps that keep nobody waiting. For what knows more by the
 * time its script has come than the drawing showed, and what comes after the first screen. Its boundary is to be right
 * around it: one that waits to be taken over must not change meanwhile.
 */
export function useIsClient(): boolean {
	const [isClient, setIsClient] = useState(false);
	useEffect(() => startTransition(() => setIsClient(true)), []);
	return isClient;
}
