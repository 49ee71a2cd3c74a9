import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { prefetchHome, prefetchItem, prefetchListing } from '#web/features/items/prefetch.ts';

/** Prefetches the data that the page at an address loads first. Does nothing for pages without such data. */
export async function prefetchData(
	client: QueryClient,
	{ pathname, searchParams }: URL,
): Promise<void> {
	if (pathname === PAGES.home) return prefetchHome(client);
	const { id } = matchPath(PAGES.item, pathname)?.params ?? {};
	if (id) return prefetchItem(client, id);
	const { category } = matchPath(PAGES.category, pathname)?.params ?? {};
	if (category) return prefetchListing(client, category, searchParams);
}
