import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { matchPath } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { seedFromLists } from '#web/features/items/cache-from-lists.ts';
import { showFollowed } from './followed-link.ts';
import { loadPage } from './lazy-page.tsx';
import { whileTurning } from './progress.ts';

/** A pointer that leaves a link sooner was only passing over it. */
const HOVER_MS = 65;

/** Prefetches the page of a link when the pointer rests on it, a touch starts or it gets the focus. */
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

/** The link under the event, if it leads to another page of this site. */
function linkUnder({ target }: Event): HTMLAnchorElement | undefined {
	const link =
		target instanceof Element ? target.closest<HTMLAnchorElement>('a:not([href^="#"])') : null;
	if (!link?.href || link.target || link.origin !== window.location.origin) return undefined;
	return link;
}

function prefetch(client: QueryClient, address: URL): void {
	// Some browsers remember failed script loads, which would then also fail after reconnecting.
	if (!navigator.onLine) return;
	// With data saving enabled, nothing is prefetched.
	if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
	loadPage(address.pathname).catch(() => undefined);
	import('./prefetch-data.ts')
		.then(({ prefetchData }) => prefetchData(client, address))
		.catch(() => undefined);
}
