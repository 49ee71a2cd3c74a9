import { useEffect, useRef } from 'react';

const FIRST_PAGE_TAGS =
	'link[rel=canonical], meta[property^="og:"], script[type="application/ld+json"]';

/**
 * Removes the head tags of the first page, which the server wrote, once another page is shown. A browser's share
 * function would otherwise send the canonical URL of the first page instead of the current URL.
 */
export function useDropFirstHead(pathname: string): void {
	const firstPathname = useRef(pathname);

	useEffect(() => {
		if (pathname === firstPathname.current) return;
		for (const tag of document.head.querySelectorAll(FIRST_PAGE_TAGS)) tag.remove();
	}, [pathname]);
}
