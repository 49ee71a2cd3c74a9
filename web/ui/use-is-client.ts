import { startTransition, useEffect, useState } from 'react';

/**
 * False on the server, during hydration, and in the first frame of a page opened by navigation; then true, set in a
 * transition that does not block input. For content that depends on data known only in the browser, and for content
 * below the first screen. It needs a Suspense boundary directly around it, because a boundary that waits for
 * hydration must not change.
 */
export function useIsClient(): boolean {
	const [isClient, setIsClient] = useState(false);
	useEffect(() => startTransition(() => setIsClient(true)), []);
	return isClient;
}
