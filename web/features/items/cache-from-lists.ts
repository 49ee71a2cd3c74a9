import type { QueryClient } from '@tanstack/react-query';
import type { Item } from '#contract/items/schemas.ts';
import { itemQuery } from './queries.ts';

/**
 * Copies an item from a cached list into the item's own query, so that its page shows content at once. The copy is
 * marked outdated, so the page still loads the item.
 */
export function cacheItemFromLists(client: QueryClient, id: string): void {
	const key = itemQuery(id).queryKey;
	if (client.getQueryData(key)) return;
	const cached = client
		.getQueriesData({ queryKey: ['items'] })
		.flatMap(([, data]) => collectItems(data))
		.find((item) => String(item.id) === id);
	if (cached) client.setQueryData(key, cached, { updatedAt: 0 });
}

/** The items in the cached data of a query: the data are a list of items, or the pages of a listing. */
function collectItems(data: unknown): readonly Item[] {
	if (Array.isArray(data)) return data;
	const pages = (data as { pages?: { items?: Item[]; nearest?: Item[] }[] } | undefined)?.pages;
	return pages?.flatMap(({ items = [], nearest = [] }) => [...items, ...nearest]) ?? [];
}
