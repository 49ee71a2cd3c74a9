import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listItemsById } from '#contract/items/endpoints.ts';
import type { Item } from '#contract/items/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { addSeen, MAX_SEEN, readSeen, writeSeen } from './seen-store.ts';

/**
 * The items that the current user, or the visitor, opened last in this browser, newest first, with their current data.
 * Items that are gone are left out.
 */
export function seenQuery() {
	return queryOptions({
		queryKey: ['items', 'seen', currentSession().userId],
		queryFn: async ({ signal }): Promise<Item[]> => {
			const ids = await readSeen();
			if (ids.length === 0) return [];
			return (await call(listItemsById, { query: { ids: ids.join(',') }, signal })).items;
		},
	});
}

/**
 * Stores that the current user opened an item. If the list is cached, the item is added to it at once, without a request.
 * @param signal once aborted, the item is not stored any more: another user may have logged in while the stored list was
 * read
 */
export async function recordSeen(
	client: QueryClient,
	item: Item,
	signal: AbortSignal,
): Promise<void> {
	client.setQueryData(
		seenQuery().queryKey,
		(seen) => seen && [item, ...seen.filter(({ id }) => id !== item.id)].slice(0, MAX_SEEN),
	);
	await addSeen(item.id, signal);
}

export async function clearSeen(client: QueryClient): Promise<void> {
	const { queryKey } = seenQuery();
	await writeSeen([]);
	// A running refetch may have read the list before it was cleared.
	await client.cancelQueries({ queryKey });
	client.setQueryData(queryKey, []);
}
