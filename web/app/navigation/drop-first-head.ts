import { useEffect, useRef } from 'react';

const FIRST_PAGE_TAGS =
	'link[rel=canonical], meta[property^="og:"], script[type="application/ld+json"]';

/**
 * Removes what the server wrote into the head about the page that was opened first, once another one is shown: a
 * browser's own Share sends the canonical address, not the one on screen.
 */
export function useDropFirstHead(pathname: string): void {
	const firstPathname = useRef(pathname);

	useEffect(() => {
		if (pathname === firstPathname.current) return;
		for (const tag of document.head.querySelectorAll(FIRST_PAGE_TAGS)) tag.remove();
	}, [pathname]);
}
