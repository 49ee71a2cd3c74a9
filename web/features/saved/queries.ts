import { infiniteQueryOptions } from '@tanstack/react-query';
import { listSavedItems } from '#contract/saved/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * The user's saved items, newest first, page by page. Not refetched while the list is visible, so that a removed item
 * stays and can be saved again.
 */
export function savedItemsQuery() {
	return infiniteQueryOptions({
		queryKey: ['saved', 'list'],
		queryFn: ({ pageParam, signal }) =>
			call(listSavedItems, { query: { cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
		refetchOnWindowFocus: false,
		refetchOnReconnect: ({ state }) => state.data === undefined,
	});
}
