import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * A link that is followed shows it in the next frame, and until its page is there: a phone may take a while to draw that.
 * By hand, as the rest of the page has nothing to do with it.
 */
export function markPendingLink(link: HTMLAnchorElement): void {
	link.dataset.followed = '';
}

/** Links that stay, as tabs do, are as before once the page has turned, or is not to turn any more. */
export function useClearPendingLinks(): void {
	const { key } = useLocation();

	// biome-ignore lint/correctness/useExhaustiveDependencies: each step in the history ends it.
	useLayoutEffect(clearPendingLinks, [key]);

	useEffect(() => {
		// Who goes back before the page has come is where they were: nothing turns.
		window.addEventListener('popstate', clearPendingLinks);
		return () => window.removeEventListener('popstate', clearPendingLinks);
	}, []);
}

function clearPendingLinks(): void {
	for (const link of document.querySelectorAll<HTMLElement>('[data-followed]')) {
		delete link.dataset.followed;
	}
}
