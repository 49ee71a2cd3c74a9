import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Marks a pressed link until its page is rendered, which may take a while on a phone. Changes the DOM directly, so that
 * the mark shows in the next frame, without a render by React.
 */
export function markPendingLink(link: HTMLAnchorElement): void {
	link.dataset.followed = '';
}

/** Removes the mark from links that stay on screen, such as tabs, once the navigation has finished or was cancelled. */
export function useClearPendingLinks(): void {
	const { key } = useLocation();

	// biome-ignore lint/correctness/useExhaustiveDependencies: every navigation removes the mark.
	useLayoutEffect(clearPendingLinks, [key]);

	useEffect(() => {
		// Going back before the page has loaded cancels the navigation.
		window.addEventListener('popstate', clearPendingLinks);
		return () => window.removeEventListener('popstate', clearPendingLinks);
	}, []);
}

function clearPendingLinks(): void {
	for (const link of document.querySelectorAll<HTMLElement>('[data-followed]')) {
		delete link.dataset.followed;
	}
}
