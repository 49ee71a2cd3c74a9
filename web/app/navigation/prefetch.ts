import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { matchPath } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { cacheItemFromLists } from '#web/features/items/cache-from-lists.ts';
import { loadPage } from './lazy-page.tsx';
import { markPendingLink } from './pending-link.ts';
import { trackNavigation } from './progress.ts';

/** A pointer that leaves a link sooner was only passing over it. */
const HOVER_DELAY_MS = 65;

/**
 * Prefetches the page of a link when the pointer rests on the link, a touch starts on it, or it gets the focus
 * (bench/RESULTS.md, "navigation to pages visited or hovered before").
 */
export function usePrefetch(): void {
	const client = useQueryClient();

	useEffect(() => {
		let hoverTimer: ReturnType<typeof setTimeout> | undefined;
		const prefetchNow = (event: Event) => {
			const link = internalLinkOf(event);
			if (link) prefetch(client, new URL(link.href));
		};
		const prefetchOnHover = (event: Event) => {
			clearTimeout(hoverTimer);
			const link = internalLinkOf(event);
			if (link) hoverTimer = setTimeout(() => prefetch(client, new URL(link.href)), HOVER_DELAY_MS);
		};
		const handleClick = (event: MouseEvent) => {
			const link = internalLinkOf(event);
			if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
			markPendingLink(link);
			const url = new URL(link.href);
			const itemId = matchPath(PAGES.item, url.pathname)?.params.id;
			if (itemId) cacheItemFromLists(client, itemId);
			trackNavigation(loadPage(url.pathname)).catch(() => undefined);
		};
		const controller = new AbortController();
		const { signal } = controller;
		document.addEventListener('pointerover', prefetchOnHover, { signal, passive: true });
		document.addEventListener('touchstart', prefetchNow, { signal, passive: true });
		document.addEventListener('focusin', prefetchNow, { signal });
		document.addEventListener('click', handleClick, { signal, capture: true });
		return () => {
			controller.abort();
			clearTimeout(hoverTimer);
		};
	}, [client]);
}

/** The link under the event, if it leads to another page of this site. */
function internalLinkOf({ target }: Event): HTMLAnchorElement | undefined {
	const link =
		target instanceof Element ? target.closest<HTMLAnchorElement>('a:not([href^="#"])') : null;
	if (!link?.href || link.target || link.origin !== window.location.origin) return undefined;
	return link;
}

function prefetch(client: QueryClient, url: URL): void {
	// Some browsers remember failed script loads, which would then also fail after reconnecting.
	if (!navigator.onLine) return;
	// With data saving enabled, nothing is prefetched.
	if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
	loadPage(url.pathname).catch(() => undefined);
	import('./prefetch-data.ts')
		.then(({ prefetchData }) => prefetchData(client, url))
		.catch(() => undefined);
}
