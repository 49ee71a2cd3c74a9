import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Marks a pressed link in the next frame, until its page is rendered, which may take a while on a phone. Changes the
 * DOM directly, so that React renders nothing.
 */
export function showFollowed(link: HTMLAnchorElement): void {
	link.dataset.followed = '';
}

/** Removes the mark from links that stay on screen, such as tabs, once the navigation has finished or was cancelled. */
export function useFollowedLinks(): void {
	const { key } = useLocation();

	// biome-ignore lint/correctness/useExhaustiveDependencies: every navigation removes the mark.
	useLayoutEffect(showNoneFollowed, [key]);

	useEffect(() => {
		// Going back before the page has loaded cancels the navigation.
		window.addEventListener('popstate', showNoneFollowed);
		return () => window.removeEventListener('popstate', showNoneFollowed);
	}, []);
}

function showNoneFollowed(): void {
	for (const link of document.querySelectorAll<HTMLElement>('[data-followed]')) {
		delete link.dataset.followed;
	}
}
