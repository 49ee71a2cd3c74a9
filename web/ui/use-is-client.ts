import { startTransition, useEffect, useState } from 'react';

/**
 * False on the server, during hydration, and in the first frame of a page opened by navigation. Then true, set in a
 * transition that does not block input. For content that depends on data known only in the browser, and for content
 * below the first screen. Put a `<Suspense>` of its own around each component that calls this. A boundary that changes
 * before its hydration loses the server's HTML and is rendered anew.
 */
export function useIsClient(): boolean {
	const [isClient, setIsClient] = useState(false);
	useEffect(() => startTransition(() => setIsClient(true)), []);
	return isClient;
}
