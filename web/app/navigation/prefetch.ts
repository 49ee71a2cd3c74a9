import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { matchPath } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { seedFromLists } from '#web/features/items/cache-from-lists.ts';
import { showFollowed } from './followed-link.ts';
import { loadPage } from './lazy-page.tsx';
import { whileTurning } from './progress.ts';

/** A pointer that only passes over a link means nothing by it. */
const HOVER_MS = 65;

/**
 * Gets the page behind a link while the pointer rests on it, the finger comes down or the focus arrives, so that it is
 * there when the link is followed.
 */
export function usePrefetch(): void {
	const client = useQueryClient();

	useEffect(() => {
		let hover: ReturnType<typeof setTimeout> | undefined;
		const atOnce = (event: Event) => {
			const link = linkUnder(event);
			if (link) prefetch(client, new URL(link.href));
		};
		const whenResting = (event: Event) => {
			clearTimeout(hover);
			const link = linkUnder(event);
			if (link) hover = setTimeout(() => prefetch(client, new URL(link.href)), HOVER_MS);
		};
		const whenFollowed = (event: MouseEvent) => {
			const link = linkUnder(event);
			if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
			showFollowed(link);
			const address = new URL(link.href);
			const item = matchPath(PAGES.item, address.pathname)?.params.id;
			if (item) seedFromLists(client, item);
			whileTurning(loadPage(address.pathname)).catch(() => undefined);
		};
		const stop = new AbortController();
		const { signal } = stop;
		document.addEventListener('pointerover', whenResting, { signal, passive: true });
		document.addEventListener('touchstart', atOnce, { signal, passive: true });
		document.addEventListener('focusin', atOnce, { signal });
		document.addEventListener('click', whenFollowed, { signal, capture: true });
		return () => {
			stop.abort();
			clearTimeout(hover);
		};
	}, [client]);
}

/** Of those that lead to a page of this site, and not to a place on this one. */
function linkUnder({ target }: Event): HTMLAnchorElement | undefined {
	const link =
		target instanceof Element ? target.closest<HTMLAnchorElement>('a:not([href^="#"])') : null;
	if (!link?.href || link.target || link.origin !== window.location.origin) return undefined;
	return link;
}

function prefetch(client: QueryClient, address: URL): void {
	// In browsers that remember what was lost it would stay so when there is a line again.
	if (!navigator.onLine) return;
	// Who saves data gets a page when it is asked for, and not before.
	if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
	loadPage(address.pathname).catch(() => undefined);
	import('./prefetch-data.ts')
		.then(({ prefetchData }) => prefetchData(client, address))
		.catch(() => undefined);
}
