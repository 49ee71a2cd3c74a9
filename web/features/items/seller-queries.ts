import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { GET_PERSON, LIST_ITEMS } from '#contract/items/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { itemKeys } from './queries.ts';

/** Below the items' key: what changes an item changes how many its seller has on sale. */
const sellerKeys = {
	one: (id: number | string) => [...itemKeys.all, 'seller', String(id)] as const,
	items: (id: number | string) => [...sellerKeys.one(id), 'on sale'] as const,
};

/** @param id as a number or as it stands in an address */
export function sellerQuery(id: number | string) {
	return queryOptions({
		queryKey: sellerKeys.one(id),
		queryFn: async ({ signal }) => (await call(GET_PERSON, { params: { id }, signal })).person,
	});
}

/** What somebody has on sale, newest first, page by page. */
export function sellerItemsQuery(id: number | string) {
	return infiniteQueryOptions({
		queryKey: sellerKeys.items(id),
		queryFn: ({ pageParam, signal }) =>
			call(LIST_ITEMS, { query: { seller: id, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
	});
}
