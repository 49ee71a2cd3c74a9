import type { QueryClient } from '@tanstack/react-query';
import type { Item } from '#contract/items/items.ts';
import { itemKeys, itemQuery } from './queries.ts';

/**
 * What a list has shown of an item stands on its page at once, which asks for the rest: the item's page never begins empty
 * for who comes from a card.
 */
export function seedFromLists(client: QueryClient, id: string): void {
	const key = itemQuery(id).queryKey;
	if (client.getQueryData(key)) return;
	const cached = client
		.getQueriesData({ queryKey: itemKeys.all })
		.flatMap(([, data]) => collectItems(data))
		.find((item) => String(item.id) === id);
	if (cached) client.setQueryData(key, cached, { updatedAt: 0 });
}

/** The items in what a query about items has brought: a list, or pages of one. */
function collectItems(data: unknown): readonly Item[] {
	if (Array.isArray(data)) return data;
	const pages = (data as { pages?: { items?: Item[]; nearest?: Item[] }[] } | undefined)?.pages;
	return pages?.flatMap(({ items = [], nearest = [] }) => [...items, ...nearest]) ?? [];
}
